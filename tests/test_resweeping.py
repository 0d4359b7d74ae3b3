"""Sweeping again: what is new since an earlier run, asked afresh, and what could not be asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citecheck import check
from citecheck.cli import main
from citecheck.demo.replay import ReplayServer
from citecheck.errors import ReceiptError, SettingsError
from citecheck.receipt import plain, to_json
from citecheck.records import Level, StandingStatus
from citecheck.registries.retraction_watch import import_table
from citecheck.report.news import render_sweep, sweep_exit_code
from citecheck.resweeping import Change, KnownWork, Sweep, read_earlier, sweep_again
from citecheck.settings import Settings
from tests.registries.test_retraction_watch import HEADER, line

WAKEFIELD, CURRENT = "10.1016/s0140-6736(97)11096-0", "10.1371/journal.pone.0173707"
OTHERS = ("10.1073/pnas.1414271111", "10.48550/arxiv.1902.02534", "10.1234/made.up.99")


def known(folder: Path, settings: Settings, *dois: str, name: str = "refs.csv") -> tuple[KnownWork, ...]:
    """Check a list of DOIs and read its receipt back."""
    (folder / name).write_text("\n".join(["doi", *(dois or (CURRENT,)), ""]), encoding="utf-8")
    return read_earlier(to_json(check(folder / name, settings=settings)))


def announce(replay: ReplayServer, kind: str, doi: str = CURRENT) -> None:
    """Let the publisher announce an update."""
    notice = {
        "DOI": f"10.1234/{kind}",
        "type": kind,
        "source": "publisher",
        "updated": {"date-parts": [[2026, 11, 30]]},
    }
    record = dict(replay.shelf.crossref[doi])
    replay.shelf.crossref[doi] = {**record, "updated-by": [*record.get("updated-by", ()), notice]}


def keep_rows(settings: Settings, *rows: str) -> None:
    """Keep a local table with these rows."""
    folder = Path(settings.cache_dir)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "t.csv").write_text("\r\n".join([HEADER, *rows, ""]), encoding="utf-8")
    import_table(folder / "t.csv", folder)


def statuses(swept: Sweep) -> dict[str, str]:
    return {each.standing.work.doi: each.standing.status.value for each in swept.works}


def test_every_standing_of_a_receipt_is_read_back_as_it_was(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "refs.csv").write_text("\n".join(["doi", WAKEFIELD, CURRENT, *OTHERS, ""]), encoding="utf-8")
    receipt = check(tmp_path / "refs.csv", settings=settings)
    assert tuple(each.standing for each in read_earlier(to_json(receipt))) == receipt.standings


def test_without_news_there_is_none(tmp_path: Path, settings: Settings) -> None:
    swept = sweep_again(known(tmp_path, settings, WAKEFIELD, CURRENT, *OTHERS), settings)
    assert swept.news == ()
    works = swept.counters["works"]
    assert works == {"news": 0, "nothing_new": 4, "not_asked": 1, "total": 5}
    assert [each.work.standing.work.doi for each in swept.unasked] == ["10.1234/made.up.99"]
    assert sweep_exit_code(swept, "note") == 0
    assert sweep_exit_code(swept, "note", strict=True) == 3


@pytest.mark.parametrize(
    ("kind", "status", "level", "codes"),
    [
        ("retraction", "retracted", Level.ERROR, (1, 1)),
        ("expression_of_concern", "concern", Level.WARNING, (0, 1)),
        ("correction", "corrected", Level.NOTE, (0, 0)),
    ],
)
def test_a_new_update_is_news_though_an_older_answer_is_kept(
    tmp_path: Path,
    settings: Settings,
    replay: ReplayServer,
    kind: str,
    status: str,
    level: Level,
    codes: tuple[int, int],
) -> None:
    earlier = known(tmp_path, settings)
    announce(replay, kind)
    swept = sweep_again(earlier, settings)
    (news,) = swept.news
    assert (news.was.value, news.work.standing.status.value, news.level) == ("current", status, level)
    assert news.changes == (Change.WORSE, Change.NEW_UPDATE)
    assert [(each.kind, each.date) for each in news.updates] == [(kind, "2026-11-30")]
    assert (sweep_exit_code(swept, "error"), sweep_exit_code(swept, "warning")) == codes
    assert sweep_exit_code(swept, "never") == 0
    assert all(each.asked_at >= swept.started_at for each in news.work.standing.signals if each.not_asked is None)
    offline = check(tmp_path / "refs.csv", settings=replace(settings, offline=True))
    assert [each.status.value for each in offline.standings] == [status], "the store is written"


def test_a_sweeps_own_record_is_an_earlier_run_too(tmp_path: Path, settings: Settings, replay: ReplayServer) -> None:
    earlier = known(tmp_path, settings, WAKEFIELD, CURRENT)
    announce(replay, "expression_of_concern")
    first = sweep_again(earlier, settings)
    state = read_earlier(render_sweep(first, "json"))
    assert state == first.works
    assert sweep_again(state, settings).news == ()
    announce(replay, "retraction")
    (news,) = sweep_again(state, settings).news
    assert (news.was.value, news.since) == ("concern", first.finished_at)
    assert (news.work.names, news.work.documents) == ((CURRENT,), (str(tmp_path / "refs.csv"),))


def test_another_notice_on_a_work_that_is_retracted_already(
    tmp_path: Path, settings: Settings, replay: ReplayServer
) -> None:
    earlier = known(tmp_path, settings, WAKEFIELD)
    announce(replay, "correction", WAKEFIELD)
    (news,) = sweep_again(earlier, settings).news
    assert (news.changes, news.level) == ((Change.NEW_UPDATE,), Level.NOTE)


def test_a_reinstatement_is_told_as_one(tmp_path: Path, settings: Settings) -> None:
    earlier = known(tmp_path, settings, WAKEFIELD)
    keep_rows(settings, line(1, "Reinstatement", WAKEFIELD, notice="10.1234/back", date="11/1/2026 0:00"))
    swept = sweep_again(earlier, settings)
    (news,) = swept.news
    assert news.was is StandingStatus.RETRACTED
    assert Change.REINSTATED in news.changes and Change.BETTER in news.changes
    assert news.level is Level.NOTE
    assert "now corrected; it was retracted" in render_sweep(swept, "text")


def test_what_cannot_be_asked_is_told_and_its_standing_stays(
    tmp_path: Path, settings: Settings, replay: ReplayServer
) -> None:
    earlier = known(tmp_path, settings, WAKEFIELD, CURRENT)
    replay.fail("api.crossref.org", 503)
    swept = sweep_again(earlier, settings)
    assert swept.news == ()
    assert statuses(swept) == {WAKEFIELD: "retracted", CURRENT: "current"}
    assert {each.since for each in swept.works} == {earlier[0].since}, "dated as it was known"
    assert {each.reasons[0].reason for each in swept.unasked} == {"badanswer"}
    assert swept.counters["works"]["not_asked"] == swept.counters["works"]["total"] == 2
    assert sweep_exit_code(swept, "error") == 3
    assert sweep_exit_code(swept, "error", offline=True) == 0


def test_the_table_alone_brings_news_and_leaves_the_registry_unasked(
    tmp_path: Path, settings: Settings, replay: ReplayServer
) -> None:
    earlier = known(tmp_path, settings)
    keep_rows(settings, line(1, "Retraction", CURRENT.upper(), notice="10.1234/n"))
    asked = len(replay.asked)
    swept = sweep_again(earlier, replace(settings, offline=True))
    (news,) = swept.news
    assert (news.work.standing.status.value, len(swept.unasked)) == ("retracted", 1)
    assert len(replay.asked) == asked
    assert swept.counters["works"] == {"news": 1, "nothing_new": 0, "not_asked": 0, "total": 1}


def test_several_receipts_and_a_work_that_is_news_to_one_of_them(
    tmp_path: Path, settings: Settings, replay: ReplayServer
) -> None:
    first = known(tmp_path, settings, CURRENT, WAKEFIELD, name="first.csv")
    announce(replay, "retraction")
    second = known(tmp_path, replace(settings, refresh=True), CURRENT, name="second.csv")
    swept = sweep_again([*first, *second], settings)
    assert swept.counters["works"]["total"] == 2
    (news,) = swept.news
    assert [Path(each).name for each in news.work.documents] == ["first.csv"]
    (work,) = [each for each in swept.works if each.standing.work.doi == CURRENT]
    assert [Path(each).name for each in work.documents] == ["first.csv", "second.csv"]


def test_few_requests_for_many_works(tmp_path: Path, settings: Settings, replay: ReplayServer) -> None:
    dois = [f"10.1234/many.{number}" for number in range(120)]
    replay.add(crossref=[{"DOI": each, "title": ["T"], "type": "journal-article"} for each in dois])
    earlier = known(tmp_path, settings, *dois)
    replay.asked.clear()
    swept = sweep_again(earlier, settings)
    assert len(swept.works) == 120
    assert len(replay.asked) == 3


def test_signals_are_dated_and_strangers_words_are_no_markup(
    tmp_path: Path, settings: Settings, replay: ReplayServer
) -> None:
    earlier = known(tmp_path, settings)
    strange = tuple(replace(each, names=("[x](http://evil.example)\x1b[2J",)) for each in earlier)
    announce(replay, "retraction")
    keep_rows(settings, line(1, "Retraction", "10.1234/other"))
    swept = sweep_again(strange, settings)
    text, markdown = render_sweep(swept, "text"), render_sweep(swept, "markdown")
    today = swept.started_at[:10]
    assert f"crossref: retraction (asked {today})" in text
    assert f"(table of {today})" in text
    assert "\x1b" not in text and r"\[x\]" in markdown
    assert "- [ ] " in markdown and "### Errors" in markdown
    with pytest.raises(SettingsError):
        render_sweep(swept, "html")


def broken(change: Callable[[dict[str, object]], object]) -> Callable[[dict[str, object]], str]:
    def written(receipt: dict[str, object]) -> str:
        change(receipt)
        return json.dumps(receipt)

    return written


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda receipt: "", "not a receipt"),
        (lambda receipt: "[" * 100_000, "not a receipt"),
        (lambda receipt: "[]", "its schema: none"),
        (broken(lambda receipt: receipt.update(schema="citecheck-receipt/2")), "written by a later citecheck"),
        (broken(lambda receipt: receipt.update(schema="citecheck-sweep/2")), "written by a later citecheck"),
        (broken(lambda receipt: receipt.update(schema="citecheck-receipt/x")), "not a receipt"),
        (broken(lambda receipt: receipt.pop("standings")), "no 'standings'"),
        (broken(lambda receipt: receipt.update(standings=5)), "broken receipt"),
        (broken(lambda receipt: receipt.update(standings=[5])), r"standings\[0\] is no object"),
        (broken(lambda receipt: receipt.update(standings=[{"work": {}, "status": "current"}])), "broken receipt"),
        (
            broken(lambda receipt: receipt.update(standings=[{"work": {"registry": 5}, "status": "current"}])),
            "is no str",
        ),
        (
            broken(lambda receipt: receipt.update(schema="citecheck-sweep/1", works=[{"names": "x"}])),
            "names is no list",
        ),
    ],
)
def test_what_is_no_receipt_is_told_with_a_remedy(
    tmp_path: Path, settings: Settings, write: Callable[[dict[str, object]], str], words: str
) -> None:
    (tmp_path / "refs.csv").write_text(f"doi\n{CURRENT}\n", encoding="utf-8")
    receipt = plain(json.loads(to_json(check(tmp_path / "refs.csv", settings=settings))))
    with pytest.raises(ReceiptError, match=words) as error:
        read_earlier(write(receipt), "r.json")
    assert error.value.help
    assert "r.json" in str(error.value)


def test_the_command_and_its_exit_codes(
    tmp_path: Path,
    settings: Settings,
    replay: ReplayServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CITECHECK_REPLAY", settings.replay)
    receipt, state = tmp_path / "receipt.json", tmp_path / "state.json"
    (tmp_path / "refs.csv").write_text(f"doi\n{CURRENT}\n", encoding="utf-8")
    receipt.write_text(to_json(check(tmp_path / "refs.csv", settings=settings)), encoding="utf-8")
    before = receipt.read_bytes()

    def ended(*words: object) -> int:
        with pytest.raises(SystemExit) as stop:
            main(["sweep", *map(str, words)])
        return int(str(stop.value.code))

    assert ended(receipt) == 0
    assert "1 work: 0 with news" in capsys.readouterr().out
    announce(replay, "retraction")
    assert ended(receipt, "--format", "markdown", "-o", state, "-o", tmp_path / "news.md") == 1
    assert capsys.readouterr().out == (tmp_path / "news.md").read_text(encoding="utf-8")
    assert ended(state, "-o", state, "--quiet") == 0, "told once"
    assert ended(receipt, "-o", receipt) == 2
    assert ended(receipt, "-o", tmp_path / "news.csv") == 2
    assert ended(tmp_path / "none.json") == 2
    replay.fail("api.crossref.org", 503)
    assert ended(state) == 3
    assert receipt.read_bytes() == before
