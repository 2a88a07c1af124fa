"""Parses the sources of an upload; a program of its own, so that a hostile source ends only it.

Run as `python -I -S child.py`: standard library only. It reads one JSON object from standard
input, {"sources": {path: text}, "entry": path or null}, and answers one JSON line a path:
{"imports": [name, ...]}, or {"fault": [code, sentence, excerpt]}. It parses and compiles but never
runs what it is given.
"""

import ast
import json
import sys
import warnings
from collections.abc import Iterator

CPU_SECONDS = 4
ADDRESS_SPACE = 512 << 20
NODES = 200_000
# Nothing that these offer is a bot that could play.
BARE = sys.stdlib_module_names | {"bots_sdk", "arena"}

Finding = tuple[str, str, str]


class Fault(Exception):  # noqa: N818 - of a source, not of ours
    """Something is wrong with a source."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding[1])
        self.finding = finding


def main() -> None:
    """Answer path by path, so that the parent knows which one has ended this process."""
    confine()
    warnings.simplefilter("ignore")  # an author's invalid escape is no fault
    request = json.load(sys.stdin)
    for path, text in request["sources"].items():
        try:
            answer = {"imports": sorted(examine(path, text, is_entry=path == request["entry"]))}
        except Fault as fault:
            answer = {"fault": list(fault.finding)}
        print(json.dumps(answer), flush=True)


def confine() -> None:
    """Bound time and memory, and allow no file to be written."""
    try:
        import resource
    except ImportError:  # Windows, where only authors scan, and only their own bot
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def examine(path: str, text: str, *, is_entry: bool) -> set[str]:
    """The modules that a source imports, by the first part of their names; raises Fault."""
    try:
        tree = ast.parse(text, path)
        if sum(1 for _ in ast.walk(tree)) > NODES:
            raise Fault(too_complex(path))
        # Only the compiler sees a `return` outside a function, among others.
        compile(tree, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise Fault(syntax(path, error)) from None
    except (MemoryError, RecursionError, OverflowError):
        raise Fault(too_complex(path)) from None
    if is_entry and not may_hold_a_bot(tree):
        sentence = f"{path} has no bot: write a subclass of Bot, or a function choose(game)."
        raise Fault(("no-bot", sentence, ""))
    return set(imports(tree))


def imports(tree: ast.Module) -> Iterator[str]:
    """What is imported anywhere, but relative to the upload."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]


def syntax(path: str, error: SyntaxError) -> Finding:
    """A syntax error with its place, and its line with a mark below it."""
    line, column = error.lineno or 1, error.offset or 1
    sentence = f"{path}, line {line}, column {column}: {error.msg.rstrip('.?')}."
    code = error.text.rstrip() if error.text else ""
    if not code or len(code) > 300:
        return "syntax", sentence, ""
    # Tabs stay tabs in the line of the mark, or it would stand in another column.
    mark = "".join("\t" if char == "\t" else " " for char in code[: max(column - 1, 0)])
    return "syntax", sentence, f"{code}\n{mark}^"


def too_complex(path: str) -> Finding:
    """What is said of a source that is too large or too deep to parse."""
    return (
        "too-complex",
        f"{path} is too deeply nested or too large to parse. Move big tables into a data file.",
        "",
    )


def may_hold_a_bot(tree: ast.Module) -> bool:
    """False only where it is certain that the module defines no bot and imports none."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(bases=bases, keywords=keywords) if bases or keywords:
                return True
            case ast.FunctionDef(name="choose") | ast.Name(id="choose"):
                return True
            case ast.ImportFrom(module=module) if module not in BARE:
                return True
            case ast.Name(id="exec" | "globals" | "setattr" | "type" | "vars"):
                return True
    return False


if __name__ == "__main__":
    main()
