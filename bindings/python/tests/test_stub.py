"""Tests responses without a network, and every error that a stub can cause."""

import asyncio
import http
import pickle
import unittest

import moya
from support import DEADLINE, stubbed

KINDS = {
    moya.Status.RESOLVE: (moya.ConnectError, ConnectionError),
    moya.Status.CONNECT: (moya.ConnectError, ConnectionError),
    moya.Status.TLS: (moya.ConnectError, ConnectionError),
    moya.Status.PROXY: (moya.ConnectError, ConnectionError),
    moya.Status.TIMEOUT_CONNECT: (moya.ConnectTimeout, moya.Timeout, moya.ConnectError, TimeoutError, ConnectionError),
    moya.Status.TIMEOUT_IDLE: (moya.Timeout, TimeoutError),
    moya.Status.TIMEOUT_TOTAL: (moya.Timeout, TimeoutError),
    moya.Status.NETWORK: (moya.NetworkError, ConnectionError),
    moya.Status.INCOMPLETE_BODY: (moya.NetworkError, ConnectionError),
    moya.Status.PROTOCOL: (moya.ProtocolError,),
    moya.Status.DECODE: (moya.ProtocolError,),
    moya.Status.TOO_LARGE: (moya.ProtocolError,),
    moya.Status.REDIRECT: (moya.ProtocolError,),
    moya.Status.CANCELLED: (moya.Cancelled,),
    moya.Status.BODY: (moya.TransferError,),
    moya.Status.FILE: (moya.TransferError,),
    moya.Status.ADDRESS: (moya.ConnectError,),
}


class ValidationTests(unittest.TestCase):
    ROWS = [
        (moya.Validation.NONE, 500, True),
        (moya.Validation.SUCCESS, 204, True),
        (moya.Validation.SUCCESS, 304, False),
        (moya.Validation.SUCCESS_AND_REDIRECT, 304, True),
        (moya.Validation.SUCCESS_AND_REDIRECT, 404, False),
        ([404, 418], 418, True),
        (range(400, 410), 404, True),
        ({http.HTTPStatus.NOT_FOUND}, 200, False),
    ]

    def test_a_status_that_is_not_accepted_raises_with_the_response(self) -> None:
        for validate, status, accepted in self.ROWS:
            with self.subTest(validate=validate, status=status), moya.Provider() as provider:
                sample = moya.Sample(body=b"because", status_code=status)
                target = moya.Target("http://h", validate=validate, sample=sample, stub=True)
                if accepted:
                    self.assertEqual(provider.call(target).status_code, status)
                    continue
                with self.assertRaises(moya.StatusError) as raised:
                    provider.call(target)
                assert raised.exception.response
                self.assertEqual(raised.exception.status, moya.Status.STATUS_CODE)
                self.assertEqual(raised.exception.response.status_code, status)
                self.assertEqual(raised.exception.response.content, b"because")

    def test_it_is_a_field_like_the_others(self) -> None:
        target = moya.Target("http://h", validate=[200, 201])
        self.assertEqual(target.validate, (200, 201))
        self.assertEqual(target.replace(path="/a").validate, (200, 201))
        self.assertEqual(pickle.loads(pickle.dumps(target)), target)

    def test_what_is_no_validation_is_refused(self) -> None:
        for validate in (None, 200, "200", [], [99], [600], ["200"], [True], moya.Validation.STATUSES):
            with self.subTest(validate=validate), self.assertRaisesRegex(moya.UsageError, "validate"):
                moya.Target("http://h", validate=validate)  # type: ignore[arg-type]


class StubTests(unittest.TestCase):
    def setUp(self) -> None:
        self.provider = moya.Provider()
        self.addCleanup(self.provider.close)

    def test_the_sample_is_the_answer(self) -> None:
        sample = moya.Sample(text="made up", status_code=418, headers={"X-Kind": "tea", "Content-Type": "text/plain"})
        response = self.provider.call(stubbed(sample=sample))
        self.assertEqual((response.status_code, response.text), (418, "made up"))
        self.assertEqual(response.header("x-kind"), "tea")
        self.assertFalse(response.is_success)

    def test_a_delayed_stub_arrives(self) -> None:
        target = stubbed(stub=moya.StubBehavior.DELAYED, stub_delay=0.01)
        self.assertEqual(self.provider.call(target).status_code, 200)

    def test_no_sample_is_an_error(self) -> None:
        target = stubbed(sample=None)
        with self.assertRaises(moya.NoStub) as caught:
            self.provider.call(target)
        self.assertIsInstance(caught.exception, LookupError)
        self.assertIs(caught.exception.target, target)

    def test_every_failure_has_its_class_and_survives_pickling(self) -> None:
        for status, kinds in KINDS.items():
            with self.subTest(status.name):
                target = stubbed(sample=moya.Sample(failure=status))
                with self.assertRaises(moya.TransferError) as caught:
                    self.provider.call(target)
                error = caught.exception
                self.assertIs(type(error), kinds[0])
                self.assertEqual((error.status, error.target), (status, target))
                for kind in kinds:
                    self.assertIsInstance(error, kind)
                self.assertIn("stubbed", str(error))
                copy = pickle.loads(pickle.dumps(error))
                self.assertEqual(
                    (type(copy), str(copy), copy.status, copy.target), (type(error), str(error), status, target)
                )

    def test_the_same_through_asyncio(self) -> None:
        async def run() -> None:
            async with moya.AsyncProvider() as provider:
                response = await provider.call(stubbed())
                self.assertEqual(response.json("items.0.name"), "one")
                for status, kinds in KINDS.items():
                    with self.subTest(status.name), self.assertRaises(kinds[0]):
                        await provider.call(stubbed(sample=moya.Sample(failure=status)))
                with self.assertRaises(moya.NoStub):
                    await provider.call(stubbed(sample=None))

        asyncio.run(asyncio.wait_for(run(), DEADLINE))


class ErrorTests(unittest.TestCase):
    def test_every_status_has_a_class_and_every_class_has_a_status(self) -> None:
        from moya import _errors

        kinds = {_errors.error_kind(status) for status in moya.Status if status is not moya.Status.OK}
        public = {value for value in vars(moya).values() if isinstance(value, type) and issubclass(value, Exception)}
        without_a_status_of_their_own = {moya.ResponseError, moya.ArgumentError}
        self.assertEqual(public - kinds, without_a_status_of_their_own)
        self.assertEqual(kinds - public, set())

    def test_the_drawn_tree_is_the_tree(self) -> None:
        from moya import _errors

        names = [line.strip("│├└─ ").split(" ")[0] for line in (_errors.__doc__ or "").splitlines()[2:]]
        drawn = {getattr(moya, name) for name in names if name}
        public = {value for value in vars(moya).values() if isinstance(value, type) and issubclass(value, moya.MoyaError)}
        self.assertEqual(drawn, public)
