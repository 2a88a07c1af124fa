"""Every text that is to be translated, as the template of the catalogues.

In the platform they are marked. In the arena and the kit, which know of no translation, it is every
sentence that an author may be told.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.conf import settings
from django.utils.translation.template import templatize

import arena
import bots_sdk
from sixfold.languages.sentences import CONTEXT, PLACEHOLDER

KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_noop": None,
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# What is left of a template when everything but its marked texts is blotted out.
CALL = re.compile(
    r"""\b(?:n?p?gettext|_)\((?:[^()"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')*\)""", re.DOTALL
)

ARENA, KIT = (Path(package.__path__[0]) for package in (arena, bots_sdk))
SPEAKING = (
    (ARENA, "*.py"),
    (ARENA, "sandbox/entry.py"),
    (KIT, "runner.py"),
    (KIT, "archives/*.py"),
    (KIT, "scan/*.py"),
    (KIT, "check/*.py"),
)
"""The modules of the arena and the kit whose sentences reach a page."""
VALUE = "\0"
SENTENCE = re.compile(rf".*[a-z]{{2}} .*\.|[A-Z][a-z]+.*: {VALUE}", re.DOTALL)
"""What ends as sentences do, or goes on with a value that may be one."""


def texts() -> Catalog:
    """All of them, in the order of the files, each with the files that it is in."""
    found = Catalog(charset="utf-8", fuzzy=False)
    for file in files():
        place = file.relative_to(settings.PROJECT).as_posix()
        source = python(file).encode()
        for line, message, comments, context in extract(
            "python", BytesIO(source), KEYWORDS, ["Translators:"]
        ):
            found.add(message, None, [(place, line)], auto_comments=comments, context=context)
    for folder, pattern in SPEAKING:
        for file in sorted(folder.glob(pattern)):
            place = f"{folder.name}/{file.relative_to(folder).as_posix()}"
            for line, text in sentences(ast.parse(file.read_text())):
                found.add(text, None, [(place, line)], context=CONTEXT)
    return found


def files() -> Iterator[Path]:
    """Python modules and templates of the project; JavaScript takes its texts from its page."""
    for file in sorted(settings.PROJECT.rglob("*")):
        if file.suffix in {".py", ".html", ".txt"} and "migrations" not in file.parts:
            yield file


def python(file: Path) -> str:
    """The file as Python: of a template only the marked texts, each on its line."""
    source = file.read_text()
    if file.suffix == ".py":
        return source
    blotted = templatize(source, origin=str(file))
    lines = blotted.split("\n")
    return "\n".join("; ".join(match.group() for match in CALL.finditer(line)) for line in lines)


def sentences(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The sentences of a module by line, with a named placeholder for each value of an f-string."""
    inside: set[ast.AST] = set()
    for node in ast.walk(module):
        match node:
            case ast.JoinedStr(values=parts):
                inside.update(*(ast.walk(part) for part in parts))
            case ast.Expr(value=ast.Constant() as docstring):
                inside.add(docstring)
    for node in ast.walk(module):
        if isinstance(node, ast.JoinedStr | ast.Constant) and node not in inside:
            text = _template(node)
            if SENTENCE.fullmatch(PLACEHOLDER.sub(VALUE, text)):
                yield node.lineno, text


def _template(node: ast.JoinedStr | ast.Constant) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    used: Counter[str] = Counter()
    text = ""
    for part in parts:
        match part:
            case ast.Constant(value=str(literal)):
                text += literal.replace("%", "%%")
            case ast.FormattedValue(value=value):
                name = _name(value)
                used[name] += 1
                text += f"%({name}{used[name] if used[name] > 1 else ''})s"
    return text


def _name(value: ast.expr) -> str:
    """What translators read for a value: the first name in its expression that is not called."""
    called = {node.func for node in ast.walk(value) if isinstance(node, ast.Call)}
    names = (
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(value)
        if isinstance(node, ast.Attribute | ast.Name) and node not in called
    )
    return next(names)
