"""Tests calls of typed clients as values."""

import pickle
import unittest
from typing import Annotated, Any, Dict, List, Optional

import moya
from moya.typed import API, Call, Form, Header, M, Name, Query, get, post
from support import STUB


class Hub(API[M]):
    base_url = "https://api.example.com"

    @get("/users/{name}", sample=moya.Sample(text="a user"))
    def user(self, name: str, *, page: int = 1) -> str:
        """A user."""
    @get("/search")
    def search(self, tags: List[str], where: Optional[Dict[str, Any]] = None) -> None: ...


class Enterprise(Hub[M]):
    base_url = "https://enterprise.example.com"


class Other(API[M]): ...


class CallTests(unittest.TestCase):
    def test_calls_with_equal_arguments_are_equal_and_have_one_hash(self) -> None:
        self.assertEqual(Hub.user("ann"), Hub.user(name="ann", page=1))
        self.assertEqual(hash(Hub.user("ann")), hash(Hub.user(name="ann", page=1)))
        self.assertEqual(hash(Hub.search(["a"], {"b": [1]})), hash(Hub.search(["a"], {"b": [1]})))
        for other in (Hub.user("bob"), Hub.user("ann", page=2), Enterprise.user("ann"), Hub.search(["ann"]), "ann"):
            with self.subTest(other):
                self.assertNotEqual(Hub.user("ann"), other)
        self.assertEqual(len({Hub.search(["a"]), Hub.search(["a"]), Hub.search(["b"])}), 2)

    def test_a_call_can_be_pickled_and_shown(self) -> None:
        call = Enterprise.search(["a"], {"b": 1})
        again = pickle.loads(pickle.dumps(call))
        self.assertEqual(again, call)
        self.assertEqual(repr(again), "Enterprise.search(tags=['a'], where={'b': 1})")

    def test_the_repr_of_a_call_does_not_show_header_fields_and_texts_with_names_of_secrets(self) -> None:
        class Secret(API[M]):
            @get("/")
            def me(self, name: str, trace: Header[int]) -> None: ...
            @post("/")
            def login(self, user: Form[str], password: Form[str], key: Annotated[Query[str], Name("api_key")], max_tokens: Query[int] = 5) -> None: ...

        self.assertEqual(repr(Secret.me("ann", 7)), "Secret.me(name='ann', trace=…)")
        self.assertEqual(repr(Secret.login("ann", "secret", "secret")), "Secret.login(user='ann', password=…, key=…, max_tokens=5)")

    def test_later_changes_of_the_arguments_have_no_effect(self) -> None:
        tags, where = ["a"], {"b": [1]}
        call = Hub.search(tags, where)
        tags.append("b")
        where["b"].append(2)
        self.assertEqual(call, Hub.search(["a"], {"b": [1]}))
        with self.assertRaises(AttributeError):
            call.name = "user"

    def test_the_target_of_a_call_has_the_base_url_of_its_class(self) -> None:
        self.assertEqual(Hub.user("ann").target.base_url, "https://api.example.com")
        target = Enterprise.user("ann", page=2).target
        self.assertEqual((target.base_url, target.path, target.query), ("https://enterprise.example.com", "/users/ann", (("page", 2),)))

    def test_python_checks_the_arguments(self) -> None:
        for args, kwargs in (((), {}), (("a", 2), {}), (("a",), {"pages": 1})):
            with self.subTest(args=args, kwargs=kwargs), self.assertRaises(TypeError):
                Hub.user(*args, **kwargs)

    def test_an_api_sends_calls_of_its_class_and_of_its_base_classes_only(self) -> None:
        with Enterprise(stub=STUB) as api:
            self.assertEqual(api.send(Enterprise.user("ann")), "a user")
            self.assertEqual(api.send(Hub.user("ann")), "a user")
            for wrong in (Call(Other, "user", ()), "ann"):
                with self.subTest(wrong), self.assertRaisesRegex(moya.UsageError, "call must be a call of Enterprise, not"):
                    api.send(wrong)

    def test_endpoints_of_a_class_can_be_compared_and_pickled(self) -> None:
        self.assertEqual(Hub.user, Hub.user)
        self.assertEqual(len({Hub.user, Hub.user, Hub.search, Enterprise.user}), 3)
        self.assertEqual(pickle.loads(pickle.dumps(Hub.user)), Hub.user)
        self.assertEqual(repr(Enterprise.user), "Enterprise.user")

    def test_an_endpoint_shows_its_signature_and_its_docstring(self) -> None:
        import inspect

        with Hub(stub=STUB) as api:
            for it in (api.user, Hub.user):
                with self.subTest(it):
                    self.assertEqual(str(inspect.signature(it)), "(name: str, *, page: int = 1) -> str")
                    self.assertEqual(it.__doc__, "A user.")
            self.assertIn("Hub.user", repr(api.user))
