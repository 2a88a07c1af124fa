import pytest

from sixfold.bots import names


@pytest.mark.parametrize(
    ("typed", "kept", "address"),
    [
        ("Swift", "Swift", "swift"),
        ("  Two   Words ", "Two Words", "two-words"),
        ("Zürich 3", "Zürich 3", "zurich-3"),
        ("\uff21\uff22\uff23", "ABC", "abc"),
        ("{{7*7}}", "{{7*7}}", "77"),
        ("<script>", "<script>", "script"),
        ("a_b", "a_b", "a_b"),
    ],
)
def test_a_name_is_normalised_and_gives_an_address(typed: str, kept: str, address: str) -> None:
    assert names.normal(typed) == kept
    assert names.address(kept) == address


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "a",
        "a" * 41,
        "x" * 10_000,
        "\ufdfa" * 40,
        "a\u200bb",
        "a\u202eb",
        "ab\0",
        "ab\x1b[1m",
    ],
)
def test_a_name_that_deceives_or_does_not_fit_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        names.normal(name)


@pytest.mark.parametrize("name", ["!!!", "机器人", "- -"])
def test_a_name_without_an_address_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="letter a to z or a digit"):
        names.normal(name)


def test_names_that_differ_by_case_or_accent_share_an_address() -> None:
    assert len({names.address(name) for name in ("Über Bot", "uber bot", "UBER-BOT")}) == 1
