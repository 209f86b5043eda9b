"""Contains what tests use: rules for the calls of every provider (moya.intercept), and cassettes.

docs/python-testing.md explains both. pytest has the fixtures moya_mock and moya_record.
"""

from ._cassette import Cassette
from ._mock import Mock, MockRequest, Rule, intercept

__all__ = ["Cassette", "Mock", "MockRequest", "Rule", "intercept"]
