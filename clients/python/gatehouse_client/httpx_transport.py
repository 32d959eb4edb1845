"""Sends the requests of an ``AsyncClient`` with httpx, which keeps connections open and ends cancelled calls.

``pip install httpx`` first: the client itself does not depend on it.
"""

from __future__ import annotations

import asyncio

import httpx

from .errors import NoAnswerError
from .flows import Exchange
from .transport import RawAnswer


class HttpxTransport:
    """``AsyncClient(…, transport=HttpxTransport())``."""

    def __init__(self, client: httpx.AsyncClient | None = None) -> None:
        """``client`` is one of yours, such as one with a proxy; closing the transport closes it."""
        self._client = client or httpx.AsyncClient()

    async def __call__(self, exchange: Exchange) -> RawAnswer | NoAnswerError:
        call = exchange.call
        sending = self._client.post(
            call.url,
            content=call.body,
            headers=dict(exchange.headers),
            timeout=_phase_limits(call.timeout),
            follow_redirects=False,
        )
        try:
            # httpx limits each phase and each read, not the whole answer.
            response = await asyncio.wait_for(sending, call.timeout)
        except (httpx.RequestError, asyncio.TimeoutError) as error:
            return _no_answer(call.operation, error)
        return RawAnswer(response.status_code, dict(response.headers), response.content)

    async def close(self) -> None:
        """Closes the connections that are kept open."""
        await self._client.aclose()


def _phase_limits(timeout: float) -> httpx.Timeout:
    # Connecting ends before the whole call does, so that the caller learns that nothing was sent.
    connecting = 0.9 * timeout
    return httpx.Timeout(timeout, connect=connecting, pool=connecting)


def _no_answer(operation: str, error: httpx.RequestError | asyncio.TimeoutError) -> NoAnswerError:
    never_connected = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    is_late = isinstance(error, (httpx.TimeoutException, asyncio.TimeoutError))
    text = "no answer in time" if is_late else str(error) or type(error).__name__
    silence = NoAnswerError(operation, text, may_have_been_accepted=not never_connected)
    silence.__cause__ = error
    return silence
