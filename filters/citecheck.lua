--- citecheck as a Lua filter: runs the JSON filter `pandoc-citecheck` and hands its findings to Pandoc.
--
-- Over `--filter citecheck` it adds two things. It knows the names of the input files, so a finding is told with its file.
-- And it tells errors and warnings through `pandoc.log.warn` (Pandoc 3.2 and later), so that `--fail-if-warnings` and
-- `--log` see them; older Pandocs get them on standard error. Notes and the closing line always go to standard error.
--
-- The variable CITECHECK_FILTER names the program where `pandoc-citecheck` is not on the path. A document cannot.

local program = os.getenv('CITECHECK_FILTER') or 'pandoc-citecheck'

--- Give the one input file's name; with none or several nobody can say which a finding is in.
local function input_name()
  local files = PANDOC_STATE.input_files
  if #files == 1 and files[1] ~= '-' then return files[1] end
  return nil
end

--- Give the level a line of the filter tells, nil when it is no finding.
local function level_of(line)
  local found, first = nil, math.huge
  for _, level in ipairs({'error', 'warning', 'note'}) do
    local at = line:find(': ' .. level .. ': ', 1, true)
    if at and at < first then found, first = level, at end
  end
  return found
end

local function tell(line, name)
  if name then
    -- a function, since a `%` in a replacement string means something
    line = line:gsub('^document: ', function() return name .. ': ' end)
  end
  local level = level_of(line)
  local loud = level == 'error' or level == 'warning'
  if loud and pandoc.log and pandoc.log.warn then
    pandoc.log.warn(line)
  else
    io.stderr:write((loud and '[WARNING] ' or '') .. line .. '\n')
  end
end

--- Run the filter with its standard error kept in a file; give what it said beside the document.
local function run_and_listen(doc)
  return pandoc.system.with_temporary_directory('citecheck', function(folder)
    local told = folder .. '/told'
    local words = {'-c', 'exec "$0" "$1" 2>"$2"', program, FORMAT, told}
    local fine, out = pcall(pandoc.utils.run_json_filter, doc, 'sh', words)
    local lines, file = {}, io.open(told, 'r')
    if file then
      for line in file:lines() do lines[#lines + 1] = line end
      file:close()
    end
    return fine, out, lines
  end)
end

function Pandoc(doc)
  if pandoc.system.os == 'mingw32' then -- there is no sh to redirect with: the filter tells on standard error itself
    return pandoc.utils.run_json_filter(doc, program, {FORMAT})
  end
  local fine, out, lines = run_and_listen(doc)
  local name = input_name()
  for _, line in ipairs(lines) do tell(line, name) end
  if not fine then error(out) end
  return out
end
