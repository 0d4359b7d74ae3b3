document.documentElement.classList.add("scripted");
for (const button of document.querySelectorAll(".filters button")) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    for (const each of document.querySelectorAll(`.finding.${button.dataset.level}`)) each.hidden = !on;
  });
}
for (const head of document.querySelectorAll("th[data-sort]")) {
  head.tabIndex = 0;
  const sort = () => {
    const body = head.closest("table").tBodies[0];
    const place = [...head.parentElement.children].indexOf(head);
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const order = (a, b) => a.cells[place].textContent.localeCompare(b.cells[place].textContent, undefined, { numeric: true });
    for (const row of [...body.rows].sort((a, b) => (down ? order(b, a) : order(a, b)))) body.append(row);
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
}
