"""Signs a call, sends it once on a blocking socket, and reads its answer."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import platform
import socket
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import BusinessError, GatewayCallError, NoAnswerError
from .version import __version__


def user_agent(application: str | None) -> str:
    """The caller's own name first, then the client and what it runs on."""
    own = f"gatehouse-client-python/{__version__} Python/{platform.python_version()}"
    return own if application is None else f"{application} {own}"


@dataclass(frozen=True)
class Endpoint:
    """One caller at one gateway."""

    base_url: str
    api_key: str
    secret: str = field(repr=False)
    domain: str
    user_agent: str


@dataclass(frozen=True)
class SignedCall:
    """A call that is ready to go, any number of times: the body was serialised and signed once."""

    operation: str
    url: str = field(repr=False)
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    timeout: float
    domain: str
    idempotency_key: str | None = None
    #: How often it was sent.
    attempts: list[int] = field(default_factory=lambda: [0], repr=False, compare=False)


@dataclass(frozen=True)
class RawAnswer:
    """An answer as it came; names of headers in lower case."""

    http_status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    """An accepted call's answer; names of headers in lower case."""

    data: Any
    headers: Mapping[str, str]
    http_status: int


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def sign_call(
    endpoint: Endpoint,
    operation: str,
    payload: Mapping[str, Any],
    *,
    version: str,
    timeout: float,
    domain: str | None = None,
    idempotency_key: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> SignedCall:
    """Serialises ``payload`` once and signs those bytes."""
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    query = {
        "api": operation,
        "apiVersion": version,
        "apiKey": endpoint.api_key,
        "sign": hmac.new(endpoint.secret.encode(), body, hashlib.sha256).hexdigest(),
    }
    place = domain or endpoint.domain
    sent = {
        **(headers or {}),
        "Content-Type": "application/json",
        "User-Agent": endpoint.user_agent,
        "x-domain": place,
    }
    if idempotency_key is not None:
        sent["Idempotency-Key"] = idempotency_key
    url = f"{endpoint.base_url}?{urllib.parse.urlencode(query)}"
    return SignedCall(operation, url, body, sent, timeout, place, idempotency_key)


def send(call: SignedCall, headers: Mapping[str, str]) -> RawAnswer | NoAnswerError:
    """Sends a call once, with these headers."""
    request = urllib.request.Request(call.url, data=call.body, headers=dict(headers), method="POST")
    try:
        try:
            response: http.client.HTTPResponse | urllib.error.HTTPError = _opener.open(
                request, timeout=call.timeout
            )
        except urllib.error.HTTPError as error:
            response = error
        with response:
            names = {name.lower(): value for name, value in response.headers.items()}
            return RawAnswer(response.status or 0, names, response.read())
    except (OSError, http.client.HTTPException) as error:
        return _no_answer(call.operation, error)


def _no_answer(operation: str, error: Exception) -> NoAnswerError:
    reason = getattr(error, "reason", error)
    never_connected = isinstance(reason, (ConnectionRefusedError, socket.gaierror))
    text = "no answer in time" if isinstance(reason, TimeoutError) else str(reason) or type(reason).__name__
    silence = NoAnswerError(operation, text, may_have_been_accepted=not never_connected)
    silence.__cause__ = error
    return silence


def read_answer(operation: str, raw: RawAnswer) -> Answer:
    """Reads an answer in the order of the interface: HTTP status, ``apiCode``, then ``data.code``.

    Raises ``GatewayCallError`` or ``BusinessError`` where it is no success.
    """
    status, headers = raw.http_status, raw.headers
    request_id = headers.get("x-request-id")
    envelope = _parse_envelope(raw.body)
    api_code = None if envelope is None else envelope["apiCode"]
    if not 200 <= status < 300 or envelope is None or api_code != 200:
        raise GatewayCallError(
            operation,
            status,
            api_code=api_code,
            detail=headers.get("x-error-detail"),
            request_id=request_id,
            retry_after=_read_retry_after(headers.get("retry-after")),
        )
    data = envelope.get("data")
    code = data.get("code") if isinstance(data, dict) else None
    if isinstance(data, dict) and isinstance(code, int) and code != 200:
        raise BusinessError(operation, code, data, request_id)
    return Answer(data, headers, status)


def _parse_envelope(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) and isinstance(value.get("apiCode"), int) else None


def _read_retry_after(value: str | None) -> float | None:
    return float(value) if value is not None and value.isdigit() else None
