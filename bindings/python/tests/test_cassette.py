"""Tests cassettes, which are recorded from a server and played without one."""

import asyncio
import base64
import json
import multiprocessing
import os
import resource
import tempfile
from pathlib import Path
from typing import Any, Dict, List

import moya
from moya.testing._redaction import Redaction
from moya.testing import Cassette
from support import DEADLINE, ServerTest


class CassetteTest(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.folder = Path(self.enterContextOf(tempfile.TemporaryDirectory()))
        self.path = self.folder / "cassettes" / "one.har"

    def call(self, *paths: str, **fields: Any) -> List[Any]:
        """Returns the bodies of responses, or the classes of errors."""
        found: List[Any] = []
        with moya.Provider() as provider:
            for path in paths:
                try:
                    found.append(provider.call(self.target(path, **fields)).text)
                except moya.MoyaError as error:
                    found.append(type(error))
        return found

    def entries(self) -> List[Any]:
        entries: List[Any] = json.loads(self.path.read_text("utf-8"))["log"]["entries"]
        return entries


class PlayTests(CassetteTest):
    def test_what_was_recorded_is_played_without_a_server(self) -> None:
        self.server.fields = [(b"X-A", b"1"), (b"x-a", b"2"), (b"Empty", b""), (b"Content-Encoding", b"identity")]
        target, folder = self.target, self.folder

        def use() -> List[Any]:
            seen: List[Any] = []
            with moya.Provider(timeout=DEADLINE) as provider:
                for wanted in (
                    target("/zen"), target("/missing"), target("/redirect"), target("/fields"), target("/coded"), target("/big"),
                    target("/echo", "POST", json={"b": 1, "a": [None]}), target("/echo", "POST", form={"a": "1 2"}),
                    target("/echo", "POST", files={"f": b"\xff\x00"}), target("/echo", "PUT", body=b"\xfe"), target("/latin"),
                ):  # fmt: skip
                    response = provider.call(wanted)
                    body = b"" if wanted.files else response.content  # it has a random boundary
                    length = [it for it in response.headers.raw if it[0].lower() != b"date"]
                    seen.append((response.status_code, length, body, response.url))
                for path in ("/close", "/short"):
                    try:
                        provider.call(target(path))
                    except moya.TransferError as error:
                        seen.append((type(error), error.status))
                with provider.stream(target("/lines")) as stream:
                    seen.append(list(stream.iter_lines()))
                file = provider.download(target("/big"), folder / "file", replace=True).path
                seen.append(Path(file or "").read_bytes())
                seen.append([it.text for it in moya.Group(provider, 2).map([target("/zen"), target("/latin")])])

            async def later() -> None:
                async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                    seen.append((await provider.call(target("/zen"))).text)
                    async with provider.stream(target("/events"), events=True) as stream:
                        seen.append([it async for it in stream.aiter_events()])

            asyncio.run(later())
            return seen

        with Cassette(self.path) as cassette:
            recorded = use()
        self.assertEqual(repr(cassette), f"<moya.testing.Cassette {self.path}: once, 19 entries>")
        self.server.shutdown()
        self.server.server_close()  # connections are refused from now on
        with Cassette(self.path, "none") as cassette:
            self.assertEqual(use(), recorded)
        self.assertEqual(cassette.unplayed, [])

    def test_modes(self) -> None:
        refused = moya.NoStub
        for mode, first, second in (
            ("once", ["1", "2"], ["1", "2", refused]),
            ("new", ["1", "2"], ["1", "2", "3"]),
            ("new_episodes", ["1", "2"], ["1", "2", "3"]),
            ("none", [refused, refused], [refused, refused, refused]),
            ("all", ["1", "2"], ["3", "4", "5"]),
        ):
            with self.subTest(mode):
                self.path.unlink(missing_ok=True)
                self.server.count = 0
                with Cassette(self.path, mode):  # type: ignore[arg-type]
                    self.assertEqual(self.call("/count", "/count"), first)
                with Cassette(self.path, mode):  # type: ignore[arg-type]
                    self.assertEqual(self.call("/count", "/count", "/count"), second)
                if mode == "none":
                    self.assertFalse(self.path.exists())
                else:
                    count = 3 if mode != "once" else 2
                    self.assertEqual(len(self.entries()), count)

    def test_an_entry_is_played_once_unless_repeats_is_set(self) -> None:
        with Cassette(self.path):
            self.call("/count")
        with Cassette(self.path):
            self.assertEqual(self.call("/count", "/count"), ["1", moya.NoStub])
        with Cassette(self.path, repeats=True) as cassette:
            self.assertEqual(self.call("/count", "/count"), ["1", "1"])
        self.assertEqual(cassette.unplayed, [])
        with Cassette(self.path) as cassette:
            pass
        self.assertEqual(len(cassette.unplayed), 1)

    def test_hosts_that_are_ignored(self) -> None:
        for host in ("127.0.0.1", self.server.url.partition("//")[2]):
            with Cassette(self.path, "none", ignore=[host]) as cassette:
                self.call("/count")
            self.assertEqual((cassette.entries, self.path.exists()), ([], False))
        self.assertEqual(self.server.count, 2)

    def test_what_must_match(self) -> None:
        def sent(**fields: Any) -> moya.Target:
            return self.target("/echo", **{"method": "POST", **fields})

        rows = (
            (sent(json={"a": 1, "b": 2}), sent(json={"b": 2.0, "a": 1}), True),
            (sent(json={"a": 1}), sent(json={"a": 2}), False),
            (sent(form={"a": "1", "b": "2"}), sent(form={"b": "2", "a": "1"}), True),
            (sent(query={"a": "1", "b": "2"}), sent(query={"b": "2", "a": "1"}), True),
            (sent(query={"a": "1"}), sent(query={"a": "2"}), False),
            (sent(query={"token": "one"}), sent(query={"token": "two"}), True),
            (sent(json={"password": "one"}), sent(json={"password": "two"}), True),
            (sent(headers={"X-A": "1"}), sent(headers={"X-A": "2"}), True),
            (sent(files={"a": b"1"}), sent(files={"a": b"1"}), True),
            (sent(files={"a": b"1"}), sent(files={"a": b"2"}), False),
            (sent(body=b"1"), sent(body=b"1", method="PUT"), False),
        )
        with moya.Provider() as provider:
            for one, other, is_equal in rows:
                with self.subTest(one=one._fields(), other=other._fields()):
                    self.path.unlink(missing_ok=True)
                    with Cassette(self.path):
                        provider.call(one)
                    with Cassette(self.path):
                        if is_equal:
                            provider.call(other)
                        else:
                            with self.assertRaises(moya.NoStub):
                                provider.call(other)
            with Cassette(self.path, "all"):
                provider.call(sent(body=b"1", headers={"X-A": "1"}))
            with Cassette(self.path, match_on=("path",)):
                provider.call(sent(body=b"2", method="PUT"))
            with Cassette(self.path, match_on=("headers",)), self.assertRaises(moya.NoStub):
                provider.call(sent(body=b"1", headers={"X-A": "2"}))

    def test_the_message_names_the_nearest_entry(self) -> None:
        with Cassette(self.path):
            self.call("/zen", "/count")
        with Cassette(self.path), moya.Provider() as provider:
            for wanted, says in (
                (self.target("/count", "POST"), rf"one.har has no POST {self.server.url}/count\. The nearest of 2, GET {self.server.url}/count, differs in method$"),
                (self.target("/zen", query={"token": "secret"}), r"differs in query$"),
            ):
                with self.assertRaisesRegex(moya.NoStub, says) as caught:
                    provider.call(wanted)
                self.assertNotIn("secret", str(caught.exception))
            provider.call(self.target("/zen"))
            with self.assertRaisesRegex(moya.NoStub, r"has no GET \S+/zen that was not played yet$"):
                provider.call(self.target("/zen"))

    def test_forked_children_play(self) -> None:
        with Cassette(self.path):
            self.call("/count")
        with Cassette(self.path) as cassette:
            child = multiprocessing.get_context("fork").Process(target=lambda: os._exit(int(self.call("/count") != ["1"])))
            child.start()
            child.join(DEADLINE)
            self.assertEqual((child.exitcode, cassette.entries[0]["response"]["status"]), (0, 200))

    def test_a_full_disk_leaves_the_older_file(self) -> None:
        with Cassette(self.path):
            self.call("/zen")
        before = self.path.read_bytes()
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)  # a limit for the size of files stands for a full disk
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before), limits[1]))
        try:
            with self.assertRaises(OSError), Cassette(self.path, mode="new"):
                self.call("/zen", "/missing")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.assertEqual(list(self.path.parent.iterdir()), [self.path])
        self.assertEqual(self.path.read_bytes(), before)

    def test_wrong_use_is_refused(self) -> None:
        for given in ({"mode": "twice"}, {"match_on": ["uri"]}, {"scrub": 1}, {"scope": "thread"}):
            with self.subTest(given), self.assertRaises(moya.UsageError):
                Cassette(self.path, **given)  # type: ignore[arg-type]
        with Cassette(self.path), moya.Provider(backend=lambda _: moya.Sample()) as provider:
            with self.assertRaisesRegex(moya.UsageError, "a provider that has a backend cannot be recorded"):
                provider.call(self.target("/zen"))

    def test_a_damaged_file_is_refused(self) -> None:
        with Cassette(self.path):
            self.call("/zen")
        whole = self.path.read_text()
        entry = json.loads(whole)["log"]["entries"][0]
        for text in (
            "", "{", "[]", '{"log": {}}', '{"log": {"entries": {}}}', '{"log": {"entries": [1]}}', '{"log": {"entries": [{}]}}', whole[:-40],
            *(json.dumps({"log": {"entries": [{**entry, "response": {**entry["response"], **more}}]}}) for more in (
                {"status": 7}, {"status": "200"}, {"headers": 1}, {"content": None},
                {"content": {"text": "é", "encoding": "base64"}}, {"content": {"text": "YQ==%", "encoding": "base64"}},
            )),
            json.dumps({"log": {"entries": [{**entry, "_moya": {"status": 7}}]}}),
            json.dumps({"log": {"entries": [{**entry, "request": {**entry["request"], "url": "http://[::1"}}]}}),
        ):
            with self.subTest(text[-80:]):
                self.path.write_text(text)
                with self.assertRaisesRegex(ValueError, "one.har (is not a HAR file|has an entry that cannot be played)"), Cassette(self.path):
                    self.call("/zen")


class FileTests(CassetteTest):
    def test_no_secret_is_in_the_file(self) -> None:
        secrets = [f"canary-{number:02}" for number in range(14)]
        fields = [(b"Set-Cookie", secrets[8].encode()), (b"X-Token", secrets[9].encode()), (b"Location", f"/a?token={secrets[10]}".encode())]
        self.server.fields = fields
        with Cassette(self.path, secrets=["ssn"]), moya.Provider(auth=("ann", "canary-basic"), max_redirects=0) as provider:
            provider.call(
                self.target(
                    "/echo", "POST", query={"api_key": secrets[0], "a": "1"}, headers={"Authorization": f"Bearer {secrets[1]}", "Cookie": f"a={secrets[2]}"},
                    json={"user": {"password": secrets[3], "ssn": secrets[4]}, "name": "ann"},
                )
            )
            provider.call(self.target("/echo", "POST", form={"client_secret": secrets[5], "b": "2"}, headers={"SSN": secrets[6]}))
            provider.call(self.target("/echo").replace(base_url=self.server.url.replace("//", f"//ann:{secrets[7]}@")))
            provider.call(self.target("/echo", "POST", form={"token": secrets[11]}, files={"secret": secrets[12].encode(), "file": b"data"}))
            provider.call(self.target("/fields"))
        text = self.path.read_text()
        for secret in [*secrets, "canary"]:
            self.assertNotIn(secret, text)
        self.assertIn("/echo?api_key=redacted&a=1", text)
        self.assertIn('name=\\"file\\"; filename=\\"file\\"\\r\\n\\r\\ndata\\r\\n', text)
        self.assertIn('\\"name\\": \\"ann\\"', text)

    def test_a_secret_in_another_form_is_not_in_the_file(self) -> None:
        as_json, basic = {"Content-Type": "application/json"}, base64.b64encode(b"ann:canary-12").decode()
        requests: List[Dict[str, Any]] = [
            {"body": b'{"pass\\u0077ord": "canary-01"}', "headers": as_json},
            {"body": b'{"password": "canary-02", "password": 3}', "headers": as_json},
            {"body": b'{"password": "canary-03", ', "headers": as_json},
            {"json": {"tokens": ["canary-04", {"a": "canary-05"}], "secret": {"value": "canary-06"}}},
            {"json": {"text": '{"password": "canary-07"}', "next": "http://ann:canary-08@h/?token=canary-09"}},
            {"body": b'data: {"token": "canary-10"}\n\n', "headers": {"Content-Type": "text/event-stream"}},
            {"headers": {"X-Note": 'Digest realm="r", nonce="canary-11"', "Authorization": f"Basic {basic}"}, "json": ["canary-12"]},
            {"form": {"data": '{"password": "canary-13"}', "next": "http://h/?token=canary-14"}},
            {"form": {"data": '{"password": "canary-15"}'}, "files": {"file": b"data"}},
            {"body": b"--b\r\nContent-Disposition: form-data; name=token\r\n\r\ncanary-16\r\n--b--\r\n",
             "headers": {"Content-Type": "multipart/form-data; Boundary=b"}},
            {"query": {"next": "http://ann:canary-17@h/?sig=canary-18"}},
            {"body": b"-----BEGIN PRIVATE KEY-----\ncanary-19\n-----END PRIVATE KEY-----\n"},
        ]  # fmt: skip
        self.server.fields = [(b"Link", b"<http://ann:canary-20@h/?token=canary-21>; rel=next")]
        with Cassette(self.path), moya.Provider() as provider:
            for fields in requests:
                provider.call(self.target("/echo", "POST", **fields))
            provider.call(self.target("/fields"))
        self.assertNotIn("canary", self.path.read_text())
        with Cassette(self.path, "none"), moya.Provider() as provider:
            for fields in requests:
                provider.call(self.target("/echo", "POST", **fields))

    def test_a_secret_is_hidden_where_its_request_repeats_it(self) -> None:
        def requests(secret: str) -> "List[moya.Target]":
            return [
                self.target("/zen", query={"token": secret, "note": f"a{secret}"}),
                self.target(f"/users/{secret}", headers={"X-Token": secret}),
                self.target("/zen", "POST", json={"password": secret, "note": secret}),
                self.target("/zen", "POST", form={"note": secret, "password": secret}),
            ]

        with Cassette(self.path), moya.Provider() as provider:
            for target in requests('canary "é/'):
                provider.call(target)
        text = self.path.read_text()
        self.assertNotIn("canary", text)
        self.assertIn("/zen?token=redacted&note=aredacted", text)
        with Cassette(self.path, "none"), moya.Provider() as provider:
            for target in requests("another secret"):
                provider.call(target)

    def test_a_secret_of_this_run_may_be_a_word_of_a_request(self) -> None:
        target = self.target("/zen", headers={"X-Token": "the-real-secret"}, query={"note": "dummy-secret"})
        with Cassette(self.path), moya.Provider() as provider:
            provider.call(target)
        with Cassette(self.path, "none"), moya.Provider() as provider:
            provider.call(target.replace(headers={"X-Token": "dummy-secret"}))

    def test_a_cookie_that_the_response_repeats_is_not_in_the_file(self) -> None:
        self.server.fields = [(b"Set-Cookie", b"a=canary-cookie; Path=/"), (b"X-Note", b"canary-cookie")]
        with Cassette(self.path), moya.Provider() as provider:
            provider.call(self.target("/fields"))
        self.assertNotIn("canary", self.path.read_text())

    def test_very_many_secrets_of_a_response_are_not_in_the_file(self) -> None:
        # If the forms of all secrets were made for each field, this would take minutes.
        self.server.fields = [(b"Set-Cookie", b"c%d=canary-cookie-%d" % (number, number)) for number in range(1500)]
        with Cassette(self.path):
            self.call("/fields")
        self.assertNotIn("canary", self.path.read_text("utf-8"))

    def test_a_file_with_secrets_is_played(self) -> None:
        post = {"mimeType": "application/json", "text": '{"password": "one", "a": 1}'}
        rows = [{"name": "Content-Type", "value": "application/json"}]
        request = {"method": "POST", "url": f"{self.server.url}/zen?token=one", "headers": rows, "postData": post}
        response = {"status": 200, "headers": [], "content": {"text": "played"}}
        self.path.parent.mkdir()
        self.path.write_text(json.dumps({"log": {"entries": [{"request": request, "response": response}]}}))
        with Cassette(self.path, "none"), moya.Provider() as provider:
            sent = self.target("/zen", "POST", query={"token": "two"}, json={"password": "two", "a": 1})
            self.assertEqual(provider.call(sent).text, "played")

    def test_a_number_with_the_name_of_a_secret_stays_a_number(self) -> None:
        sent = self.target("/echo", "POST", json={"max_tokens": 7, "token": "the-secret"})
        with Cassette(self.path), moya.Provider() as provider:
            provider.call(sent)
        entry = json.loads(self.path.read_text())["log"]["entries"][0]
        self.assertEqual(json.loads(entry["request"]["postData"]["text"]), {"max_tokens": 7, "token": "redacted"})
        with Cassette(self.path), moya.Provider() as provider:
            with self.assertRaises(moya.NoStub):
                provider.call(sent.replace(json={"max_tokens": 8, "token": "the-secret"}))

    def test_a_number_is_hidden_if_its_name_ends_with_the_name_of_a_secret(self) -> None:
        redaction = Redaction(["ssn"])
        for text, expected in (
            ('{"password": 123, "a": [{"newPassword": -1.5e3}], "cvv": 1, "token": 5, "ssn": 6}',
             '{"password": 0, "a": [{"newPassword": 0}], "cvv": 0, "token": 0, "ssn": 0}'),
            ('{"max_tokens": 7, "password_length": 8, "cost_per_token": 0.1, "secret": true}', None),
            ('{"pin": 1234, "b": {"PIN": "0123"}, "c": {"pin": 13}}', '{"pin": 0, "b": {"PIN": "redacted"}, "c": {"pin": 13}}'),
            ('{"in": "{\\"otp\\": 1234}"}', '{"in": "{\\"otp\\": 0}"}'), ('cut off: {"otp": 1234, "a":', 'cut off: {"otp": 0, "a":'),
        ):  # fmt: skip
            with self.subTest(text):
                self.assertEqual(redaction.body("application/json", text.encode()).decode(), expected or text)

    def test_xml_and_the_words_bearer_and_basic_are_searched_for_secrets(self) -> None:
        redaction = Redaction()
        for text, expected in (
            ('<r><Token> a </Token><w:Password Type="t">b</w:Password><key>c</key><secret/></r>',
             '<r><Token> redacted </Token><w:Password Type="t">redacted</w:Password><key>c</key><secret/></r>'),
            ("<a password='x' s:secret=\"y>z\"/><token><![CDATA[<x>]]></token> 1 < 2 <token>cut",
             "<a password='redacted' s:secret=\"redacted\"/><token><![CDATA[redacted]]></token> 1 < 2 <token>redacted"),
            ("<password>\n<b>d</b></password>", None),
            ("<note><![CDATA[hi]]>\n</note><password>abcdefgh</password>",
             "<note><![CDATA[hi]]>\n</note><password>redacted</password>"),
            ("<token><![CDATA[abcdefgh]]>\n</token><id>7</id>", "<token><![CDATA[redacted]]>\n</token><id>7</id>"),
            ("<a>" + " " * 300000 + "<b>", None),
            ("<a " + "b" * 300000 + ">", None),
            ('{"a": "x\\nBasic abcd\\/ef123==\\n', '{"a": "x\\nBasic redacted\\n'),
            ("Bearer abcdef12345, basic dXNlcjpwYXNzMTI=.", "Bearer redacted, basic redacted."),
            ('Basic requirements, a Bearer token, Bearer realm="r", xbearer abcdef12345', None),
        ):  # fmt: skip
            with self.subTest(text):
                self.assertEqual(redaction.text(text), expected or text)

    def test_names_of_secrets(self) -> None:
        redaction = Redaction(["X-Own"])
        for name, of_header, of_parameter, of_member in (
            ("Authorization", True, True, True), ("X-CSRF-Token", True, True, True), ("user[access_token]", True, True, True),
            ("cookie", True, False, False), ("Set-Cookie", True, False, False), ("code", True, True, False), ("key", True, True, False),
            ("design", False, False, False), ("keyboard", False, False, False), ("x_own", True, True, True), ("name", False, False, False),
        ):  # fmt: skip
            with self.subTest(name):
                found = redaction.is_secret_header(name), redaction.is_secret_parameter(name), redaction.is_secret_member(name)
                self.assertEqual(found, (of_header, of_parameter, of_member))

    def test_scrub_changes_entries_or_leaves_them_out(self) -> None:
        def scrub(entry: Any) -> Any:
            if entry["request"]["url"].endswith("/zen"):
                return False
            entry["response"]["content"]["text"] = "scrubbed"
            return None

        with Cassette(self.path, scrub=scrub):
            self.assertEqual(self.call("/zen", "/count"), ["Simple is better than complex.", "1"])
        with Cassette(self.path):
            self.assertEqual(self.call("/count", "/zen"), ["scrubbed", moya.NoStub])

    def test_the_file_is_har_1_2(self) -> None:
        with Cassette(self.path):
            self.call("/big", "/zen", query={"a": "1 2"})
            self.call("/echo", method="POST", body=b"\xff")
            self.call("/close")
        log = json.loads(self.path.read_text("utf-8"))["log"]
        self.assertEqual((log["version"], log["creator"]["name"], len(log["entries"])), ("1.2", "libmoya", 4))
        for entry in log["entries"]:
            self.assertLessEqual({"startedDateTime", "time", "request", "response", "cache", "timings"}, entry.keys())
            self.assertLessEqual({"method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"}, entry["request"].keys())
            self.assertLessEqual(
                {"status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize", "bodySize"}, entry["response"].keys()
            )
        big, zen, echo, closed = log["entries"]
        self.assertEqual((big["response"]["content"]["encoding"], big["response"]["content"]["size"]), ("base64", 256 * 4096))
        self.assertEqual(zen["request"]["queryString"], [{"name": "a", "value": "1 2"}])
        self.assertEqual(zen["response"]["content"]["text"], "Simple is better than complex.")
        self.assertEqual((echo["request"]["postData"]["text"], echo["request"]["postData"]["_moya"]), ("/w==", {"encoding": "base64"}))
        self.assertEqual((closed["response"]["status"], closed["_moya"]["status"]), (0, int(moya.Status.NETWORK)))
        self.assertIn("closed the connection", closed["_moya"]["message"])

    def test_a_file_of_a_browser_is_played(self) -> None:
        entry = {
            "request": {"method": "GET", "url": f"{self.server.url}/zen", "headers": [{"name": ":path", "value": "/zen"}]},
            "response": {
                "status": 200, "headers": [{"name": ":status", "value": "200"}, {"name": "X-A", "value": "1"}], "content": {"text": "of a browser"},
            },
        }
        failed = {"request": {"method": "GET", "url": f"{self.server.url}/count", "headers": []}, "response": {"status": 0}}
        self.path.parent.mkdir()
        for encoding in ("utf-8", "utf-8-sig"):  # with utf-8-sig, the file begins with a byte order mark
            self.path.write_text(json.dumps({"log": {"entries": [entry, failed]}}), encoding)
            with Cassette(self.path, "none"):
                self.assertEqual(self.call("/zen", "/count"), ["of a browser", moya.NetworkError])

    def test_the_spelling_of_a_url_does_not_matter(self) -> None:
        def answer(url: str, body: str) -> Dict[str, Any]:
            return {"request": {"method": "GET", "url": self.server.url + url, "headers": []},
                    "response": {"status": 200, "headers": [], "content": {"text": body}}}

        entries = [answer("/{a}|é?q=x+y&b[]=1,2", "one"), answer("/a%2fb", "two"), answer("/a+b", "three")]
        self.path.parent.mkdir()
        self.path.write_text(json.dumps({"log": {"entries": entries}}))
        with Cassette(self.path, "none"), moya.Provider() as provider:
            for url, body in (("/%7Ba%7D%7C%C3%A9?q=x%20y&b%5B%5D=1%2c2", "one"), ("/a%2Fb", "two"), ("/a%2Bb", "three")):
                self.assertEqual(provider.call(moya.Target(self.server.url + url)).text, body)
            for url in ("/a/b", "/a%20b"):
                with self.assertRaises(moya.NoStub):
                    provider.call(moya.Target(self.server.url + url))

    def test_a_file_is_replaced_as_a_whole(self) -> None:
        with Cassette(self.path):
            self.call("/zen")
        with self.assertRaises(ZeroDivisionError), Cassette(self.path, "new"):
            self.call("/count")
            raise ZeroDivisionError
        self.assertEqual((len(self.entries()), os.listdir(self.path.parent)), (2, ["one.har"]))
        with Cassette(self.path, "new") as cassette:
            before = self.path.stat().st_ino
            self.call("/zen")
        self.assertEqual((self.path.stat().st_ino, len(cassette.entries)), (before, 2))  # nothing new was recorded


