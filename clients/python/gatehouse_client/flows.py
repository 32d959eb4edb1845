"""The core of both clients, without input or output: a flow says what to send and when, and reads the answers.

A flow is a generator. It yields an ``Exchange`` or a ``Pause``, is resumed with the reply, and returns its result.
``client.py`` runs flows on blocking sockets, ``async_client.py`` on asyncio.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, TypeVar

from .errors import NoAnswerError
from .transport import RawAnswer, SignedCall

T = TypeVar("T")


@dataclass(frozen=True)
class Exchange:
    """A request to send once, with these headers."""

    call: SignedCall
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Pause:
    """Time to let pass."""

    seconds: float


#: What an ``Exchange`` is replied to with. After a ``Pause`` it is None.
Reply = RawAnswer | NoAnswerError | None

Flow = Generator[Exchange | Pause, Any, T]


def resume(flow: Flow[T], reply: Reply) -> Exchange | Pause:
    """Runs a flow up to what it needs next; the first time with None. Raises ``StopIteration`` with its result."""
    return flow.throw(reply) if isinstance(reply, NoAnswerError) else flow.send(reply)


class PlaceOptions(TypedDict, total=False):
    """Options of a method that makes several calls."""

    #: Another business domain than the client's.
    domain: str | None
    #: Further headers.
    headers: Mapping[str, str] | None


class CallOptions(PlaceOptions, total=False):
    """Options of a method that makes one call."""

    #: Seconds that the answer may take.
    timeout: float | None
