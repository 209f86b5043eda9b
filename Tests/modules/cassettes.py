"""Contains what the tests of the module record share."""

import json
from pathlib import Path
from typing import Dict, List, Tuple

import har
import playing
from playing import Call, Config, check, moya


def cassette(folder: Path, name: str = "cassette") -> Path:
    return folder / f"{name}.har"


def judge(path: Path, whose: str) -> None:
    wrong = har.faults(path)
    check(f"record: HAR's schemas and haralyzer accept the cassette of {whose}", not wrong, "\n".join(wrong))


def statuses(config: Config, *calls: Call) -> List[str]:
    """Makes the calls. Returns for each a body, or the name of an error."""
    results = []
    with moya.Provider(timeout=20) as provider:
        provider.load_plugin("record", config)
        for call in calls:
            try:
                results.append(provider.call(playing.target(call)).text)
            except moya.MoyaError as error:
                results.append(error.status.name)
    return results


def entries(path: Path) -> List[str]:
    return [entry["request"]["url"].rpartition("/")[2] for entry in json.loads(path.read_text())["log"]["entries"]]


def answers(*rows: Tuple[str, str, str, str]) -> Dict[str, object]:
    """Returns a HAR file as a browser writes it. A row has the method, the URL, and the bodies of request and
    response."""
    made = []
    for method, url, sent, body in rows:
        post = {"postData": {"mimeType": "text/plain", "text": sent}} if sent else {}
        fields = [{"name": ":status", "value": "200"}, {"name": "content-type", "value": "text/plain"}]
        made.append({
            "request": {"method": method, "url": url, "headers": [{"name": "X-Version", "value": "2"}], **post},
            "response": {"status": 200, "headers": fields, "content": {"text": body}}})
    return {"log": {"entries": made}}
