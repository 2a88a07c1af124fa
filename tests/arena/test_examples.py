"""The examples in the docstrings, run."""

import doctest
import importlib
import pkgutil

import pytest

import arena

MODULES = sorted(module.name for module in pkgutil.iter_modules(arena.__path__, "arena."))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_say_what_happens(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_rules_have_examples() -> None:
    examples = sum(
        len(test.examples)
        for name in MODULES
        for test in doctest.DocTestFinder().find(importlib.import_module(name))
    )
    assert examples > 20
