"""Settings come from one dataclass, and a stranger's document may set few of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from citecheck.errors import SettingsError
from citecheck.settings import Settings, apply_document, coerce, from_environment, gather, inside, setting_fields


def test_flags_win_over_environment_over_file(tmp_path: Path) -> None:
    (tmp_path / ".citecheck.toml").write_text('fail_on = "note"\nmailto = "file@example.org"\nlang = "de"\n')
    environ = {"CITECHECK_MAILTO": "env@example.org", "CITECHECK_FAIL_ON": "warning"}
    settings = gather({"fail_on": "never"}, tmp_path, environ)
    assert (settings.lang, settings.mailto, settings.fail_on) == ("de", "env@example.org", "never")


def test_pyproject_table_is_read_from_a_folder_below(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.citecheck]\nread-timeout = 7\n")
    below = tmp_path / "chapters"
    below.mkdir()
    assert gather({}, below, {}).read_timeout == 7.0


@pytest.mark.parametrize(
    "values",
    [
        {"cache_dir": "/tmp/elsewhere"},
        {"mailto": "mallory@example.org"},
        {"openalex_api_key": "stolen"},
        {"replay": "http://127.0.0.1:1"},
        {"allow_hosts": "localhost"},
        {"notes": "/etc"},
        {"all_signals": "true"},
        {"offline": "false"},
        {"nonsense": "1"},
        {"bibliography": "../../etc/passwd"},
        {"bibliography": "/etc/passwd"},
        {"fail_on": "loudly"},
    ],
)
def test_a_document_may_not_reach_outside(values: dict[str, object], tmp_path: Path) -> None:
    settings, refused = apply_document(Settings(), values, tmp_path)
    assert settings == Settings()
    assert len(refused) == 1


def test_a_document_may_set_what_concerns_it(tmp_path: Path) -> None:
    values: dict[str, object] = {"fail-on": "note", "bibliography": "refs.bib", "offline": "true", "lang": "fr"}
    settings, refused = apply_document(Settings(), values, tmp_path)
    assert refused == ()
    assert (settings.fail_on, settings.bibliography, settings.offline) == ("note", ("refs.bib",), True)


def test_a_link_out_of_the_folder_is_outside(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    folder.mkdir()
    (tmp_path / "secret.bib").write_text("")
    (folder / "refs.bib").symlink_to(tmp_path / "secret.bib")
    assert not inside("refs.bib", folder)


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_age", "soon"), ("offline", "perhaps"), ("no_such", "1"), ("lang", ["en"]), ("fail_on", "x")],
)
def test_a_value_that_does_not_fit_is_named(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match=name):
        coerce(name, value)


def test_a_broken_file_is_an_error_with_its_path(tmp_path: Path) -> None:
    (tmp_path / ".citecheck.toml").write_text("fail_on = [")
    with pytest.raises(SettingsError, match=r"\.citecheck\.toml"):
        gather({}, tmp_path, {})


def test_keys_and_contact_stay_out_of_the_receipt() -> None:
    settings = Settings(mailto="me@example.org", openalex_api_key="k", crossref_plus_token="t", replay="http://x")
    shown = settings.digest_items()
    assert not {"mailto", "openalex_api_key", "crossref_plus_token", "replay", "cache_dir"} & set(shown)


def test_a_file_may_not_name_a_replay_server(tmp_path: Path) -> None:
    (tmp_path / ".citecheck.toml").write_text('replay = "http://127.0.0.1:9"\n')
    assert gather({}, tmp_path, {}).replay == ""


def test_every_setting_has_help_and_environment_variable() -> None:
    for name, spec in setting_fields().items():
        assert spec.metadata["help"].endswith(".")
        value = {"bool": "true", "float": "1", "int | None": "1"}.get(str(spec.type), "x")
        assert name in from_environment({f"CITECHECK_{name.upper()}": value})


def test_environment_and_flags_overrule_a_document(tmp_path: Path) -> None:
    settings = gather({"ignore": ("a",)}, tmp_path, {"CITECHECK_LANG": "de"})
    found, refused = apply_document(settings, {"ignore": "b", "lang": "fr", "fail-on": "note"}, tmp_path)
    assert (found.ignore, found.lang, found.fail_on, refused) == (("a",), "de", "note", ())
