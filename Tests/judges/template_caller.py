"""Calls an endpoint whose path is a template, and then a target with the same path and path values. Prints the path
that was sent, or `refuses` and the reason."""

import json
import sys

import moya


def of_definition(path: str, values: dict) -> str:
    parameters = [{"name": name, "in": "path", "type": "str"} for name in values]
    endpoint = {"path": path, "parameters": parameters, "sample": {"body": []}}
    document = {"moya": 1, "name": "judge", "base_url": "http://judge.test", "endpoints": {"e": endpoint}}
    with moya.open(document, stub=True) as api:
        return api.e.response(*values.values()).url


def of_target(path: str, values: dict) -> str:
    return provider.call(moya.Target("http://judge.test", path, path_values=values, sample=moya.Sample())).url


def outcome(call, path: str, values: dict) -> str:
    try:
        return call(path, values).removeprefix("http://judge.test")
    except moya.MoyaError as error:
        return f"refuses: {error}"


provider = moya.Provider(stub=True, proxy="")
print("ready", flush=True)
for line in sys.stdin:
    row = json.loads(line)
    first, second = (outcome(call, row["path"], row["values"]) for call in (of_definition, of_target))
    same = first == second or first.startswith("refuses") and second.startswith("refuses")
    print(json.dumps(first if same else f"definition {first.partition(':')[0]}, target {second}"), flush=True)
provider.close()
