"""Reads the text format of Prometheus with prometheus_client, as the tests of the module metrics need it."""

import re
from collections import Counter
from typing import Dict, List, NamedTuple, Tuple

from playing import moya
from prometheus_client.parser import text_string_to_metric_families

FAMILIES = {
    "moya_calls": "counter", "moya_call_failures": "counter", "moya_attempts": "counter", "moya_call_duration_seconds": "histogram",
    "moya_request_body_bytes": "counter", "moya_response_body_bytes": "counter"}


class Row(NamedTuple):
    name: str
    labels: Dict[str, str]
    value: float


Counters = List[Row]


def faults(text: str) -> List[str]:
    """Returns the faults in a text that the format does not allow, but that prometheus_client's parser does not see."""
    comments = Counter(re.findall(r"^# (\w+ \w+) ", text, re.MULTILINE))
    wrong = [f"{comment} stands {count} times" for comment, count in comments.items() if count != 1]
    families = {family.name: family for family in text_string_to_metric_families(text)}
    kinds = {name: family.type for name, family in families.items()}
    wrong += [] if kinds == FAMILIES else [f"the families are {kinds}"]
    rows = [(sample.name, tuple(sorted(sample.labels.items()))) for family in families.values() for sample in family.samples]
    wrong += [f"{row} stands {count} times" for row, count in Counter(rows).items() if count != 1]
    buckets: Dict[Tuple[Tuple[str, str], ...], List[Tuple[float, float]]] = {}
    for sample in families["moya_call_duration_seconds"].samples if not wrong else []:
        if sample.name.endswith("_bucket"):
            key = tuple(sorted((name, value) for name, value in sample.labels.items() if name != "le"))
            buckets.setdefault(key, []).append((float(sample.labels["le"]), sample.value))
    wrong += [f"the buckets of {key} are {pairs}" for key, pairs in buckets.items() if pairs != sorted(pairs) or sorted(
        count for _, count in pairs) != [count for _, count in pairs] or pairs[-1][0] != float("inf")]
    return wrong + ([] if text.endswith("\n") else ["the last line has no end"])


def counters(text: str) -> Counters:
    wrong = faults(text)
    if wrong:
        raise AssertionError("\n".join(wrong))
    return [Row(sample.name, dict(sample.labels), sample.value) for family in text_string_to_metric_families(text) for sample in family.samples]


def text_of(provider: "moya.Provider") -> str:
    # If the provider stubs every call, the target needs a sample, which is not used.
    return provider.call(moya.Target("http://metrics.invalid", "/", sample=moya.Sample(text="unused"))).text


def shown(provider: "moya.Provider") -> Counters:
    """Returns the counters that a provider shows now."""
    return counters(text_of(provider))


class Sums:
    """Adds up the counters of one text or of several texts."""

    def __init__(self, *texts: Counters) -> None:
        self.all = [row for text in texts for row in text]

    def of(self, name: str, **labels: str) -> float:
        """Returns the sum of the counters with this name and at least these labels."""
        return sum(row.value for row in self.all if row.name == name and labels.items() <= row.labels.items())

    def rows(self, target: str) -> str:
        return "\n".join(map(str, (row for row in self.all if row.labels["target"] == target and "bucket" not in row.name)))

    def __str__(self) -> str:
        return "\n".join(map(str, (row for row in self.all if "bucket" not in row.name)))
