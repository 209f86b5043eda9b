"""Annotations can be evaluated, as frameworks and documentation tools do it."""

import inspect
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
