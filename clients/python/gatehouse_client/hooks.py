"""Where logs, metrics and traces are fed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

E = TypeVar("E")


@dataclass(frozen=True)
class RequestEvent:
    """A request that is about to be sent."""

    operation: str
    #: From 1; further ones are repeats of the same bytes.
    attempt: int
    domain: str
    idempotency_key: str | None
    #: What is sent beside the signed body: a hook may add to it, such as ``traceparent``.
    headers: dict[str, str]


@dataclass(frozen=True)
class ResponseEvent:
    """The outcome of one request. Bodies and secrets are in none of these events."""

    operation: str
    attempt: int
    #: Seconds.
    duration: float
    #: None where no answer came.
    http_status: int | None
    request_id: str | None
    #: What the call ends with, unless it is repeated; None for an accepted one.
    error: Exception | None


@dataclass(frozen=True)
class RetryEvent:
    """A call that will be sent again."""

    operation: str
    #: The attempt that failed.
    attempt: int
    #: Seconds before the next one.
    delay: float
    error: Exception


@dataclass(frozen=True)
class Hooks:
    """Called with every request, its outcome and every repeat. What a hook raises is ignored: no call fails for its log."""

    on_request: Callable[[RequestEvent], object] | None = None
    on_response: Callable[[ResponseEvent], object] | None = None
    on_retry: Callable[[RetryEvent], object] | None = None


def run_hook(hook: Callable[[E], object] | None, event: E) -> None:
    """Calls a hook where there is one."""
    if hook is None:
        return
    try:
        hook(event)
    except Exception:  # noqa: S110
        pass
