"""Contains a definition for the tests."""

from datetime import datetime, timedelta, timezone
from typing import Any, Dict

import moya

NOON = datetime(2026, 2, 3, 12, 0, 0, 250000, timezone(timedelta(hours=1)))
REPO = {
    "id": 7, "full": "a/b", "made": "2026-02-03T04:05:06.5Z", "owner": {"login": "ann"}, "state": "open", "extra": 1,
}


def parameter(name: str, place: Any, kind: str, **more: Any) -> Dict[str, Any]:
    return {"name": name, "in": place, "type": kind, **more}


def definition(base_url: str = "http://api.invalid", **endpoints: Any) -> Dict[str, Any]:
    types = {
        "repo": {"fields": {
            "id": "i64", "full_name": {"type": "str", "key": "full"}, "created": {"type": "date", "key": "made"},
            "owner_login": {"type": "str", "key": "owner.login"}, "state": "state", "about": "str?",
            "stars": {"type": "u8", "default": 3}, "topics": {"type": "[str]", "default": []}, "parent": "repo?",
            "key": "bytes?",
        }},
        "state": {"names": ["open", "closed"]},
    }
    return {"moya": 1, "name": "hub", "base_url": base_url, "types": types, "endpoints": endpoints}


def sample(body: Any, **more: Any) -> Dict[str, Any]:
    return {"path": "/", "sample": {"body": body}, **more}


def stubbed(**endpoints: Any) -> Any:
    return moya.open(definition(**endpoints), stub=True)


ECHO = {"path": "/echo/{v}", "parameters": [parameter("v", "path", "i64")], "result": {"type": "str", "at": "path"}}
