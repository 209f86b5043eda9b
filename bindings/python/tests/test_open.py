"""Tests objects of definitions, whose endpoints are functions."""

import copy
import inspect
import json
import pathlib
import pickle
import subprocess
import sys
import tempfile
import typing
import unittest
from typing import Any, Dict, List, Tuple

import moya
from definitions import definition, parameter, sample, stubbed


class SignatureTests(unittest.TestCase):
    def test_entering_gives_the_class_that_was_entered(self) -> None:
        for enter in (moya.OpenedAPI.__enter__, moya.AsyncOpenedAPI.__aenter__):
            hints = typing.get_type_hints(enter)
            self.assertIs(hints["return"], hints["self"])

    def signature(self, *parameters: Dict[str, Any], **more: Any) -> str:
        path = "/" + "".join("{%s}" % it["name"] for it in parameters if it["in"] == "path")
        with stubbed(e={"path": path, "parameters": parameters, **more}) as api:
            self.assertIs(api.e, api.e)
            self.assertTrue(inspect.isfunction(api.e))
            text = str(inspect.signature(api.e))
            self.assertEqual(str(inspect.signature(api.e.response)).partition(" -> ")[0], text.partition(" -> ")[0])
            typing.get_type_hints(api.e)
            return text

    def test_parameters_have_names_defaults_and_annotations(self) -> None:
        rows: List[Tuple[List[Dict[str, Any]], str]] = [
            ([], "() -> moya._response.Response"),
            ([parameter("name", "path", "str")], "(name: str) -> moya._response.Response"),
            ([parameter("n", "query", "i64?"), parameter("x", "query", "f64", default=1.5)],
             "(n: Optional[int] = None, x: float = 1.5)"),
            ([parameter("n", "query", "[u8]?")], "(n: Optional[List[int]] = None)"),
            ([parameter("n", "query", "i8?"), parameter("p", "query", "i8"), parameter("q", "query", "i8", default=1)],
             "(n: Optional[int] = None, *, p: int, q: int = 1)"),
            ([parameter("from", "query", "str"), parameter("from_", "query", "str")], "(from_: str, from__: str)"),
            ([parameter("self", "query", "str"), parameter("__moya_sends__", "query", "str")],
             "(self_: str, __moya_sends___: str)"),
            ([parameter("s", "field", "state")], "(s: Literal['open', 'closed'])"),
            ([parameter("m", "body", "{raw}")], "(m: Dict[str, Any])"),
            ([parameter("d", "query", "date", default="2026-02-03T04:05:06Z")],
             "(d: datetime.datetime = datetime.datetime(2026, 2, 3, 4, 5, 6, tzinfo=datetime.timezone.utc))"),
        ]
        for parameters, wanted in rows:
            with self.subTest(wanted):
                self.assertIn(wanted, self.signature(*parameters).replace("typing.", ""))

    def test_results_have_annotations(self) -> None:
        for result, wanted in (
            ("i64", "int"), ("[repo]", "List[hub.repo]"),
            ({"type": "{date}", "at": "a"}, "Dict[str, datetime.datetime]"),
            ("raw", "Any"), ("state", "Literal['open', 'closed']"),
        ):
            with self.subTest(result):
                said = self.signature(result=result).replace("typing.", "")
                self.assertEqual(said, f"() -> {wanted}")

    def test_the_docstring_says_what_the_definition_says(self) -> None:
        endpoint = {
            "description": "Finds repos.", "deprecated": True, "method": "POST", "path": "/{name}",
            "result": {"type": "[repo]", "at": "items"},
            "parameters": [
                parameter("name", "path", "str", description="whose they are"),
                parameter("sort", "header", "str?", key="X-Sort"), parameter("page", "query", "u8", key="p", default=1),
            ],
        }
        with stubbed(e=endpoint) as api:
            text = api.e.__doc__
            for line in (
                "Finds repos.", "POST /{name}", "Deprecated.", "name: str, in the path", "    whose they are",
                "sort: str?, the header field 'X-Sort'", "page: u8, in the query as 'p'; 1 without it",
                "Returns [repo], at 'items' of the body.", "    state: one of 'open', 'closed'",
                "Errors: ArgumentError, StatusError, KeyPathError, JSONError, MoyaError.",
            ):
                self.assertIn(line, text.splitlines())
            lines = api.e.response.__doc__.splitlines()
            self.assertIn("Returns the moya.Response. A status that is not a success raises StatusError.", lines)
            self.assertIn("Errors: ArgumentError, StatusError, MoyaError.", lines)
        with stubbed(e={"path": "/"}) as api:
            lines = api.e.__doc__.splitlines()
            self.assertIn("Returns the moya.Response, whatever its status.", lines)
            self.assertIn("Errors: ArgumentError, MoyaError.", lines)
            self.assertEqual((api.e.__name__, api.e.__qualname__), ("e", "hub.e"))

    def test_python_binds_the_arguments(self) -> None:
        with stubbed(e=sample(1, parameters=[parameter("a", "query", "i8"), parameter("b", "query", "i8?")])) as api:
            for given, named in (((), {}), ((1, 2, 3), {}), ((1,), {"a": 1}), ((1,), {"c": 1})):
                with self.subTest(given), self.assertRaisesRegex(TypeError, r"e\(\)"):
                    api.e(*given, **named)


class ObjectTests(unittest.TestCase):
    def test_endpoints_are_attributes_and_items(self) -> None:
        names = ["list", "import", "close", "__class__", "_provider"]
        with stubbed(**{name: sample(name, result="str") for name in names}) as api:
            self.assertEqual((list(api), len(api), "import" in api, "x" in api), (names, 5, True, False))
            self.assertEqual([api[name]() for name in names], names)
            self.assertEqual((api.list(), api.import_(), api.close_()), ("list", "import", "close"))
            self.assertIn("import_", dir(api))
            self.assertEqual(repr(api), "<moya.OpenedAPI hub: 5 endpoints>")
            with self.assertRaisesRegex(AttributeError, "hub has no endpoint 'lists': did you mean 'list'"):
                api.lists
            with self.assertRaisesRegex(AttributeError, "hub has no endpoint 'something'$"):
                api.something
            with self.assertRaisesRegex(KeyError, "hub has no endpoint 'imports': did you mean 'import'"):
                api["imports"]
            self.assertIsInstance(api, moya.TypedAPI)
            for copied in (copy.copy, pickle.dumps):
                with self.assertRaises(TypeError):
                    copied(api)

    def test_a_definition_comes_from_a_path_a_mapping_or_text(self) -> None:
        text = json.dumps(definition(e=sample(7, result="i8")))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "hub.moya.json")
            path.write_text(text)
            for source in (path, str(path), text, "\n" + text, text.encode(), json.loads(text)):
                with self.subTest(type(source)), moya.open(source, stub=True) as api:
                    self.assertEqual(api.e(), 7)
            with self.assertRaises(FileNotFoundError):
                moya.open(path.with_name("none"))
        for wrong in (None, 7, ["a"]):
            with self.subTest(wrong), self.assertRaisesRegex(moya.UsageError, "a path, a mapping or JSON text"):
                moya.open(wrong)  # type: ignore[call-overload]

    def test_the_samples_of_the_example_answer_its_endpoints(self) -> None:
        example = pathlib.Path(__file__).parents[3] / "examples/users.moya.json"
        with moya.Provider(stub=True) as provider:
            users = moya.open(example, provider=provider)
            self.assertEqual(users.zen().text, "Half measures are as bad as nothing at all.")
            self.assertEqual(users.user("octocat")["followers"], 17)
            self.assertEqual(users.user_repos("octocat", page=2), [{"id": 10, "full_name": "octocat/alpha"}])
            with self.assertRaises(moya.NoStub):
                users.search("text")

    def test_a_provider_of_the_callers_stays_open(self) -> None:
        source = definition(e=sample(7, result="i8"))
        with moya.Provider(stub=True) as provider:
            with moya.open(source, provider=provider) as api, moya.open(source, provider=provider) as again:
                self.assertIs(api.provider, provider)
            self.assertEqual((api.e(), again.e()), (7, 7))
        with self.assertRaises(moya.StateError):
            api.e()
        with moya.open(source, stub=True) as own:
            pass
        self.assertTrue(own.provider.closed)
        with self.assertRaisesRegex(TypeError, "not both"):
            moya.open(source, provider=provider, stub=True)  # type: ignore[call-overload]
        with self.assertRaisesRegex(moya.UsageError, "provider must be"):
            moya.open(source, provider=7)  # type: ignore[call-overload]
        with moya.Provider(endpoint=lambda target: target) as provider:
            with self.assertRaisesRegex(moya.UsageError, "`endpoint`"):
                moya.open(source, provider=provider)

    def test_a_definition_that_is_not_sound_names_the_place(self) -> None:
        for source, pointer in (
            (definition(e={"path": "/{a}"}), "/endpoints/e/path"),
            (definition(e={"path": "/", "time out": 1}), "/endpoints/e/time out"),
            (definition(e={"path": "/", "a/b~c": 1}), "/endpoints/e/a~1b~0c"),
            (definition(e=sample(1, parameters=[parameter("a", "query", "i65")])), "/endpoints/e/parameters/0/type"),
            (definition(e={}), "/endpoints/e"),
            ("{", ""),
            (b"[]", ""),
        ):
            with self.subTest(pointer), self.assertRaises(moya.DefinitionError) as caught:
                moya.open(source)
            self.assertEqual(caught.exception.pointer, pointer)
            self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).pointer, pointer)

    def test_opening_loads_no_module_before(self) -> None:
        program = "import sys, moya; print(sorted({'moya._opened', 'moya._endpoint', 'moya._types'} & {*sys.modules}))"
        made = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
        self.assertEqual(made.stdout, "[]\n")
