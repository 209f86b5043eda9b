"""Tests that annotations can be evaluated, as frameworks and documentation tools do."""

import inspect
import pydoc
import re
import typing
import unittest
from typing import Any, Iterator, Tuple

import moya


def functions() -> "Iterator[Tuple[str, Any]]":
    for name in moya.__all__:
        thing = getattr(moya, name)
        if inspect.isclass(thing):
            yield name, thing
            for member, value in vars(thing).items():
                value = value.fget if isinstance(value, property) else value
                if inspect.isfunction(value):
                    yield f"{name}.{member}", value


def rows_of_help(thing: Any) -> "dict[str, str]":
    """Returns the rows of names and meanings that help() shows."""
    rows, name = {}, ""
    for line in pydoc.plain(pydoc.render_doc(thing)).splitlines():
        line = line.replace(" |  ", "", 1)
        row = re.match(r"(\w+) {2,}(\S.*)", line)
        if row is not None:
            name = row[1]
            rows[name] = row[2]
        elif name and re.match(r" {16}\S", line):
            rows[name] += " " + line.strip()
        else:
            name = ""
    return rows


class HelpTests(unittest.TestCase):
    def test_help_says_what_each_option_means_and_its_default(self) -> None:
        shown = rows_of_help(moya.Options)
        self.assertEqual(sorted(shown), sorted(moya.Options.__annotations__))
        self.assertEqual([name for name, text in shown.items() if "Default: " not in text], [])

    def test_help_says_what_each_attribute_and_hook_of_a_plugin_means(self) -> None:
        shown = rows_of_help(moya.Plugin)
        hooks = ["prepare", "sign", "will_send", "did_receive", "should_retry", "process"]
        self.assertEqual(list(shown), [*hooks, *moya.Plugin.__annotations__])
        self.assertEqual([name for name in moya.Plugin.__annotations__ if "Default: " not in shown[name]], ["id"])

    def test_help_says_what_each_argument_for_a_plugin_means(self) -> None:
        for function in (moya.Provider.load_plugin, moya.Provider.add_plugin):
            text = pydoc.plain(pydoc.render_doc(function))
            for name in ("config", "name", "only_tag", "not_tag", "max_wait", "disabled"):
                self.assertRegex(text, f"{name}[ `]")


class HintTests(unittest.TestCase):
    def test_every_annotation_of_the_public_names_can_be_evaluated(self) -> None:
        count = 0
        for name, thing in functions():
            with self.subTest(name):
                typing.get_type_hints(thing)
                count += 1
        self.assertGreater(count, 60)

    def test_entering_gives_the_class_that_was_entered(self) -> None:
        class Own(moya.Provider):
            pass

        hints = typing.get_type_hints(moya.Provider.__enter__)
        self.assertIs(hints["return"], hints["self"])
        with Own() as provider:
            self.assertIsInstance(provider, Own)
        self.assertIs(*typing.get_type_hints(moya.AsyncProvider.__aenter__).values())
