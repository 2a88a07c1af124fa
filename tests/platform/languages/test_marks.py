"""No text is overlooked: what a reader may meet is marked for translation, in every source file."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType

TOLD = {"alt", "aria-label", "aria-description", "label", "placeholder", "title"}
"""The attributes that are shown or read out."""
UNTOLD = {"code", "kbd", "pre", "script", "style"}
"""The elements whose text is no language."""
ATTRIBUTES = (["page_class"], ["live_address"])
"""The blocks that stand within a tag."""
NAMES = {
    "DejaVu Sans",
    "Sixfold",
    "Qwirkle",
    "Elo",
    "API",
    "JSON",
    "CSV",
    "UTC",
    "SHA",
    "CPU",
    "Markdown",
}
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"(?=.*[a-z]{3})[A-Z][^\W\d_]*,? [^\W\d_]{2,}")
HIDING = re.compile(r"^(n?p?gettext(_lazy|_noop)?|_)$|\wError$")
"""Calls whose strings are marked, or meant for programmers."""
ENGLISH = {
    # The command line and what monitors the site: English, like their documentation.
    "management", "migrations", "operations", "checks.py", "jail.py", "processes.py",
    "environment.py", "settings.py", "testing.py",
    # The description of the API for authors of programs.
    "api.py", "schemas.py", "params.py", "problems.py",
}  # fmt: skip


class Words(HTMLParser):
    """Collects the words of a page that no tag of a template has put there."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNTOLD:
            self.inside.append(tag)
        self.found += [value or "" for name, value in attrs if name in TOLD]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.found.append(data)

    def words(self) -> list[str]:
        return [
            text.strip()
            for text in self.found
            if set(WORD.findall(re.sub(r"&\w+;", "", text))) - NAMES
        ]


def bare(template: str) -> list[str]:
    """The texts of a template outside of its translation tags, and sentences in its other tags."""
    page, literals, skipping = [], [], False
    for token in Lexer(template).tokenize():
        if token.token_type == TokenType.TEXT:
            page.append("" if skipping else token.contents)
        elif token.token_type != TokenType.COMMENT:
            kind, *rest = token.split_contents()
            # Some blocks hold parts of tags, and no text.
            if kind in {"blocktranslate", "comment"} or rest in ATTRIBUTES:
                skipping = True
            elif kind in {"endblocktranslate", "endcomment", "endblock"}:
                skipping = False
            elif kind != "translate":
                literals += re.findall(r'(?<!_\()"([^"]*)"', token.contents)
            # A word on both sides of a tag is no word of its own.
            page.append("" if skipping else "\N{MIDDLE DOT}")
    reader = Words()
    reader.feed("".join(page))
    return reader.words() + [literal for literal in literals if SENTENCE.match(literal)]


def unmarked(module: ast.Module) -> Iterator[str]:
    """Strings that read like a sentence or a label, and that not only programmers see."""
    hidden: set[ast.AST] = set()
    for node in ast.walk(module):
        match node:
            case ast.Expr(value=ast.Constant()):  # a docstring
                hidden.add(node.value)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if HIDING.search(name):
                hidden.update(ast.walk(node))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "logger"))):
                hidden.update(ast.walk(node))
    for node in ast.walk(module):
        match node:
            case ast.Constant(value=str(text)) if node not in hidden and text not in NAMES:
                if SENTENCE.match(text):
                    yield text


def test_templates_hold_no_text_outside_of_their_translation_tags() -> None:
    files = sorted(settings.PROJECT.rglob("templates/**/*.html"))

    assert len(files) > 100
    assert {file.name: texts for file in files if (texts := bare(file.read_text()))} == {}


def test_modules_hold_no_sentence_that_is_not_marked() -> None:
    files = [file for file in sorted(settings.PROJECT.rglob("*.py")) if not ENGLISH & {*file.parts}]

    assert len(files) > 100
    found = {file: list(unmarked(ast.parse(file.read_text()))) for file in files}
    assert {file.name: texts for file, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "overlooked",
    [
        "<p>Hello</p>",
        '<a title="Come in">{{ x }}</a>',
        '{% include "x.html" with title="Come in" %}',
        '{{ x|default:"Not yet" }}',
        "{% if x %}Yes{% endif %}",
        '<p>{% translate "Yes" %} or {% translate "No" %}</p>',
    ],
)
def test_a_text_that_was_overlooked_is_found(overlooked: str) -> None:
    assert bare(overlooked)


@pytest.mark.parametrize(
    "overlooked", ['messages.error(request, "It is over.")', 'label = "All bots"']
)
def test_a_sentence_that_was_overlooked_is_found(overlooked: str) -> None:
    assert list(unmarked(ast.parse(overlooked)))
