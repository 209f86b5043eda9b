"""AsyncGroup: calls of asyncio that belong together."""

from ctypes import byref
from typing import Any

from . import _arguments as check
from . import _library as c
from ._asyncio import AsyncProvider
from ._handle import ErrorHandle, GroupHandle
from ._response import Response, take_error
from ._target import Target


class AsyncGroup:
    """Calls that belong together: at most `limit` of them are under way, the others wait in line, in order.

        group = moya.AsyncGroup(provider, limit=8)
        answers = await asyncio.gather(*(group.call(target) for target in targets))

    A call's timeout counts from when it is sent. Usable as long as the provider is open.
    """

    def __init__(self, provider: AsyncProvider, limit: int) -> None:
        if not isinstance(provider, AsyncProvider):
            raise check.wrong("provider", "a moya.AsyncProvider", provider)
        handle, error = GroupHandle(), ErrorHandle()
        most = check.integer(limit, "limit", 1, 0xFFFFFFFF)
        status = c.group_create(provider._open(), most, byref(handle), byref(error))
        if status:
            raise take_error(status, error)
        self._provider, self._handle = provider, handle

    def __repr__(self) -> str:
        return f"<moya.AsyncGroup of {len(self)} calls>"

    def __len__(self) -> int:
        """The calls that have not ended, those in line included."""
        count: int = c.group_count(self._handle)
        return count

    async def call(self, target: Target) -> Response:
        """As AsyncProvider.call, in its turn."""
        group = self._handle

        def enqueue(provider: Any, address: int, queue: Any, tag: int, call: Any, error: Any) -> int:
            return c.provider_enqueue(provider, address, queue, tag, call, error, group)

        return await self._provider._call(target, enqueue, self._provider._open())

    def cancel(self) -> None:
        """Cancels the calls that are in the group now: they raise Cancelled, and those in line are never sent."""
        c.group_cancel(self._handle)
