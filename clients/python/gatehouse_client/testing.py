"""For your own tests: a mock gateway, and a signer of what a service would send to your webhook."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .mock_gateway import MockAnswer, MockCall, MockError, MockGateway, MockHangUp, MockOutcome

__all__ = [
    "MockAnswer",
    "MockCall",
    "MockError",
    "MockGateway",
    "MockHangUp",
    "MockOutcome",
    "SignedEvent",
    "sign_event",
]


@dataclass(frozen=True)
class SignedEvent:
    """A request as the service sends it: the body to send, byte by byte, and its headers."""

    body: bytes
    headers: Mapping[str, str]


def sign_event(
    inputs: Mapping[str, Any] | None,
    secret: str,
    *,
    next_secret: str | None = None,
    previous_secret: str | None = None,
    payload_format: str = "TIMESTAMP_BODY",
    signature_header: str = "X-Webhook-Signature",
    timestamp_header: str = "X-Webhook-Timestamp",
    now: float | None = None,
    webhook_id: str | None = None,
    attempt: int = 1,
    is_test: bool = False,
) -> SignedEvent:
    """Signs the inputs of a webhook as the service does; without inputs, a request without a body.

    ``now`` is the time of the request in seconds, as of ``time.time()``. The next or previous secret is one that is
    being changed.
    """
    body = b"" if inputs is None else json.dumps(inputs, ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = str(round((time.time() if now is None else now) * 1000))
    signed = body if payload_format == "BODY" else timestamp.encode() + b"\n" + body
    headers = {
        "X-Webhook-Id": webhook_id or str(uuid.uuid4()),
        "X-Webhook-Attempt": str(attempt),
        timestamp_header: timestamp,
    }
    if inputs is not None:
        headers["Content-Type"] = "application/json; charset=utf-8"
    if is_test:
        headers["X-Webhook-Test"] = "true"
    for suffix, key in (("", secret), ("-Next", next_secret), ("-Previous", previous_secret)):
        if key is not None:
            headers[signature_header + suffix] = hmac.new(key.encode(), signed, hashlib.sha256).hexdigest()
    return SignedEvent(body, headers)
