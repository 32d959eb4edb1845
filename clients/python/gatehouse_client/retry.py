"""When a failed call is sent again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from .errors import GatehouseError, GatewayCallError, NoAnswerError
from .flows import Flow, Pause

T = TypeVar("T")

#: ``read``: anything; ``answered``: only what was answered or never reached the gateway; ``never``: nothing.
Repeat = Literal["read", "answered", "never"]


@dataclass(frozen=True)
class RetryPolicy:
    """Pauses in seconds before the first, second, … retry, and the longest ``Retry-After`` that is waited for."""

    delays: Sequence[float] = (1.0, 2.0, 4.0)
    longest_retry_after: float = 60.0


def with_retries(
    attempt: Callable[[], Flow[T]],
    repeat: Repeat,
    policy: RetryPolicy,
    on_retry: Callable[[GatehouseError, float], None],
) -> Flow[T]:
    """Runs ``attempt`` and repeats it as far as the operation and the error allow; ``on_retry`` learns of each."""
    retries = 0
    waited = False
    while True:
        try:
            return (yield from attempt())
        except GatehouseError as error:
            pause = None if waited else _pause_after_limit(error, policy)
            if pause is not None:
                waited = True
            elif retries < len(policy.delays) and _may_repeat(error, repeat):
                pause = policy.delays[retries]
                retries += 1
            else:
                raise
            on_retry(error, pause)
        yield Pause(pause)


def _may_repeat(error: GatehouseError, repeat: Repeat) -> bool:
    if repeat == "never":
        return False
    if isinstance(error, NoAnswerError):
        return repeat == "read" or not error.may_have_been_accepted
    return isinstance(error, GatewayCallError) and error.retry == "backoff"


def _pause_after_limit(error: GatehouseError, policy: RetryPolicy) -> float | None:
    if not isinstance(error, GatewayCallError) or error.retry != "afterWait":
        return None
    pause = 1.0 if error.retry_after is None else error.retry_after
    return pause if pause <= policy.longest_retry_after else None
