"""`quote` and `claims`: one quotation, a table of them, or a report's claims, held against texts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citecheck.cli.output import wants_colour, write_whole
from citecheck.cli.root import citecheck

if TYPE_CHECKING:
    from citecheck.records import QuoteMatch

FOUND = ("verbatim", "near_verbatim", "interleaved")
WRONG = ("altered", "absent", "elsewhere", "drifted")


@citecheck.command()
@click.argument("quotation", required=False)
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="Spans, one JSON object a line: id, exact, source, kind, start, end.",
)
@click.option(
    "--sources", type=click.Path(path_type=Path), help="The table's sources: a JSON object of id and text, or a list."
)
@click.option("--json", "as_json", is_flag=True, help="Print the whole match as JSON.")
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    help="Write the matches as JSON, one a line; quotations.csv gets those not found as they stand.",
)
def quote(
    quotation: str | None,
    source: Path | None,
    table: Path | None,
    sources: Path | None,
    as_json: bool,
    output: Path | None,
) -> int:
    """Look a QUOTATION up in a SOURCE (PDF, JATS, HTML, docx or text), or a table of them in their sources."""
    ids: list[str] = []
    if table is not None:
        if sources is None:
            raise click.UsageError("--table needs --sources.")
        spans = _read_spans(table)
        ids = [str(each.get("id") or "") for each in spans]
        matches = _match_table(spans, sources)
    elif quotation is None or source is None:
        raise click.UsageError('Give a quotation and its source: citecheck quote "…" source.pdf')
    else:
        matches = [_match_one(quotation, source)]
    lines = [json.dumps(_plain(each), ensure_ascii=False, sort_keys=True) for each in matches]
    if output is not None:
        write_whole(output, _as_log(matches, ids) if _is_log(output) else "\n".join([*lines, ""]))
    for match, line in zip(matches, lines, strict=True):
        click.echo(line if as_json else _in_words(match), color=True)
    statuses = {each.status.value for each in matches}
    if statuses & set(WRONG):
        return 1
    return 3 if statuses == {"not_checked"} else 0


def _match_one(quotation: str, source: Path) -> QuoteMatch:
    from citecheck.fulltexts.folder import read_file
    from citecheck.fulltexts.thinness import make_fulltext
    from citecheck.quoting import verify_quotation

    return verify_quotation(quotation, make_fulltext(source.name, read_file(source), origin=f"file {source.name}"))


def _is_log(output: Path) -> bool:
    from citecheck.report import QUOTATIONS

    return output.name.lower().endswith(QUOTATIONS)


def _as_log(matches: Sequence[QuoteMatch], ids: Sequence[str]) -> str:
    from citecheck.report.quotations_csv import log_quotations

    return log_quotations(matches, ids=ids)


def _read_spans(table: Path) -> list[dict[str, Any]]:
    lines = enumerate(text_of(table).splitlines(), 1)
    spans = [json_of(line, f"{table}:{number}") for number, line in lines if line.strip()]
    if not all(isinstance(each, dict) for each in spans):
        raise click.UsageError(f"{table}: each line is a JSON object.")
    return spans


def _match_table(spans: Sequence[Mapping[str, Any]], sources: Path) -> Sequence[QuoteMatch]:
    from citecheck.quoting import verify_quotations

    given = json_of(text_of(sources), str(sources))
    if isinstance(given, list):
        given = {str(each.get("id")): str(each.get("text") or "") for each in given if isinstance(each, dict)}
    if not isinstance(given, dict):
        raise click.UsageError(f"{sources}: a JSON object of id and text, or a list of objects with id and text.")
    return verify_quotations(spans, given)


def _in_words(match: QuoteMatch) -> str:
    """Say a match for a person: its status, where, the source's words beside the quotation's."""
    from citecheck.findings import change_words
    from citecheck.report.worddiff import mark_words

    similarity = f", {100 * match.similarity:.0f} % alike" if match.similarity is not None else ""
    lines = [
        f"{match.status.value.replace('_', ' ')}  “{match.exact}”  ({match.method or 'not looked for'}{similarity})"
    ]
    for passage in match.passages[:3]:
        pages = f", page {', '.join(map(str, passage.pages))}" if passage.pages else ""
        pages += f", in “{passage.section}”" if passage.section else ""
        words = (
            passage.text
            if match.status.value == "verbatim"
            else mark_words(match.exact, passage.text, colour=wants_colour())
        )
        lines.append(f"    {passage.source}:{passage.start}-{passage.end}{pages}: {words}")
    lines += [f"    {change_words(each)}" for each in match.changes]
    lines += [f"    {match.why_not}"] if match.why_not and match.status.value == "not_checked" else []
    lines += [f"    {', '.join(each.replace('_', ' ') for each in match.flags)}"] if match.flags else []
    return "\n".join(lines)


@citecheck.command()
@click.argument("report", type=click.Path(path_type=Path))
@click.option(
    "--sources",
    required=True,
    type=click.Path(path_type=Path),
    help="A JSON list of id, url, title, text, snippet, retrieved_at.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every status as JSON.")
def claims(report: Path, sources: Path, as_json: bool) -> int:
    """Check a report's claims by the lexical rule: shared words, never shared meaning."""
    from citecheck.claims import claim_statuses

    given = json_of(text_of(sources), str(sources))
    if not isinstance(given, list) or not all(isinstance(each, Mapping) for each in given):
        raise click.UsageError(f"{sources}: a JSON list of sources.")
    statuses = claim_statuses(text_of(report), given)
    if as_json:
        click.echo(json.dumps([_plain(each) for each in statuses], ensure_ascii=False, indent=1, sort_keys=True))
        return 0
    for each in statuses:
        click.echo(f"{each.id:10} lexical: {each.status.value.replace('_', ' '):17} {each.text}")
        for passage in each.passages[:3]:
            click.echo(
                f"           {passage.polarity} ({passage.overlap} words): {passage.source}, sentence {passage.sentence}"
            )
        for note in each.notes:
            click.echo(f"           {note}")
    for limitation in statuses[0].limitations if statuses else ():
        click.echo(limitation, err=True)
    return 0


def _plain(record: Any) -> Any:
    from citecheck.receipt import plain

    return plain(record)


def text_of(path: Path) -> str:
    """Read a text file, or say why not."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise click.FileError(str(path), hint=getattr(error, "strerror", None) or "not UTF-8 text") from error


def json_of(text: str, name: str) -> Any:
    """Read JSON, or say where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"{name}: not JSON ({error}).") from error
