"""Replies of a moya.testing.Mock. A value in a reply must have the type of its endpoint's result. Type checkers must
report each line that ends with `# E`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Sequence

from typing_extensions import assert_type

import moya
from moya.testing import Mock, Rule
from typed_hub import Hub, Owner, Repo, User

ANN = User("ann", 1, 2, datetime.min)


def rules(mock: Mock, repo: Repo) -> None:
    assert_type(mock.on(Hub.get_user), Rule[User])
    assert_type(mock.on(Hub.get_user("ann"), method="GET"), Rule[User])
    assert_type(mock.on(Hub.all_repos), Rule[Sequence[Repo]])
    assert_type(mock.on(path="/users/ann"), Rule[Any])
    mock.on(Hub.get_user).reply(ANN)
    mock.on(Hub.get_user).reply(moya.Sample(status_code=500), ANN, moya.NetworkError("no network", moya.Status.NETWORK))
    mock.on(Hub.get_user).reply(lambda request: ANN)
    mock.on(Hub.get_user).reply(Owner("ann", 1))  # E
    mock.on(Hub.get_user("ann")).reply("ann")  # E
    mock.on(Hub.all_repos).reply([repo, repo])
    mock.on(Hub.all_repos).reply(repo)  # E
    mock.on(Hub.get_user, path=1)  # E
    mock.on(path="/users/ann").reply({"login": "ann"})
