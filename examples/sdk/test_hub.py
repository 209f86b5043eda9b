"""The tests of hub.py. They replace no part of hub.py, because the fixtures of moya intercept every provider that it
makes."""

import asyncio

import hub
import moya
import pytest
from hub import Hub, NotFound, Routes, User

ANN = {"login": "ann", "followers": 2}


@pytest.fixture
def ann():
    with Hub("t0ken") as client:
        yield client


def test_user(moya_mock, ann):
    rule = moya_mock.on(Routes.user(name="ann")).reply(ANN)
    assert ann.user("ann") == User("ann", 2)
    assert moya_mock.calls == [Routes.user(name="ann")]
    assert rule.calls[0].headers["Authorization"] == "Bearer t0ken"


def test_a_missing_user(moya_mock, ann):
    moya_mock.on(Routes.user).reply(moya.Sample(status_code=404, json={"message": "not found"}))
    with pytest.raises(NotFound):
        ann.user("nobody")


def test_a_busy_server_is_asked_again(moya_mock, ann):
    moya_mock.on(Routes.user).reply(moya.Sample(status_code=503), moya.ConnectError("no connection"), ANN)
    assert ann.user("ann") == User("ann", 2)
    assert len(moya_mock.calls) == 3


def test_a_broken_connection(moya_mock, ann):
    moya_mock.on(Routes.user).fail(moya.Status.NETWORK)
    with pytest.raises(ConnectionError):
        ann.user("ann")


def test_repositories_come_page_by_page(moya_mock, ann):
    link = {"Link": '</users/ann/repos?page=2>; rel="next"'}
    moya_mock.on(Routes.repos).reply(moya.Sample(json=[{"full_name": "ann/a"}], headers=link), [{"full_name": "ann/b"}])
    assert list(ann.repos("ann")) == ["ann/a", "ann/b"]
    assert [call.query for call in moya_mock.calls] == [[("page", "1")], [("page", "2")]]


def test_create(moya_mock, ann):
    moya_mock.on(Routes.create, json_contains={"title": "new"}).reply(lambda request: {"received": request.json()})
    assert ann.create("new", ["bug"]) == {"title": "new", "labels": ["bug"]}


def test_several_users_at_once(moya_mock):
    moya_mock.on(Routes.user).reply(lambda request: {"login": request.url.rpartition("/")[2], "followers": 0})
    assert asyncio.run(hub.users(["ann", "bob"])) == [User("ann", 0), User("bob", 0)]


def test_a_function_that_makes_its_own_provider(moya_mock):
    moya_mock.on(url="https://api.example.com/zen").reply(moya.Sample(text="Simple is better."), delay=0.001)
    assert hub.zen() == "Simple is better."


def test_what_a_server_has_said(moya_record, ann):
    assert ann.user("octocat").followers == 17
    assert list(ann.repos("octocat"))[:2] == ["octocat/alpha", "octocat/beta"]
