"""Verifies what a Gatehouse service sends to your webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_TIMESTAMP = re.compile(r"(?:0|[1-9][0-9]{0,15})", re.ASCII)
_SIGNATURE = re.compile(r"[0-9a-f]{64}", re.ASCII)


class WebhookVerificationError(Exception):
    """A request is not the service's, or its body is not JSON. Answer 401, and do nothing."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"the webhook's request is not to be believed: {reason}")


@dataclass(frozen=True)
class WebhookEvent:
    """A webhook's request that was verified and read."""

    #: The inputs of the call; None for a request without a body.
    body: Any
    #: The same for every repeat of one delivery. The signature does not cover it.
    webhook_id: str | None
    attempt: int
    is_test: bool
    timestamp_ms: int


def construct_event(
    raw_body: bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    payload_format: str = "TIMESTAMP_BODY",
    signature_header: str = "X-Webhook-Signature",
    timestamp_header: str = "X-Webhook-Timestamp",
    tolerance: float = 300.0,
) -> WebhookEvent:
    """Verifies a request by its raw body and reads it.

    Several secrets may be given while one is changed. ``tolerance`` is in seconds. Raises
    ``WebhookVerificationError``, and ``ValueError`` without a secret.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("secret must be the webhook's shared secret, or a list of them")
    found = {name.lower(): value for name, value in headers.items()}
    timestamp = found.get(timestamp_header.lower())
    if timestamp is None:
        raise WebhookVerificationError("timestampMissing")
    if not _TIMESTAMP.fullmatch(timestamp):
        raise WebhookVerificationError("timestampMalformed")
    if not abs(time.time() * 1000 - int(timestamp)) <= tolerance * 1000:
        raise WebhookVerificationError("timestampOutOfTolerance")
    signed = raw_body if payload_format == "BODY" else timestamp.encode() + b"\n" + raw_body
    _check_signatures(_signatures(found, signature_header.lower()), secrets, signed)
    return WebhookEvent(
        body=_read_body(raw_body),
        webhook_id=found.get("x-webhook-id"),
        attempt=int(found.get("x-webhook-attempt", "1")),
        is_test=found.get("x-webhook-test") == "true",
        timestamp_ms=int(timestamp),
    )


def _signatures(headers: Mapping[str, str], name: str) -> list[str]:
    if name not in headers:
        raise WebhookVerificationError("signatureMissing")
    given = [headers[name + suffix] for suffix in ("", "-next", "-previous") if name + suffix in headers]
    if not all(_SIGNATURE.fullmatch(signature) for signature in given):
        raise WebhookVerificationError("signatureMalformed")
    return given


def _check_signatures(given: Sequence[str], secrets: Sequence[str], signed: bytes) -> None:
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    # Every pair is compared, so that time tells nothing about secrets.
    matches = [hmac.compare_digest(mac, signature) for mac in expected for signature in given]
    if not any(matches):
        raise WebhookVerificationError("signatureMismatch")


def _read_body(raw_body: bytes) -> Any:
    if raw_body == b"":
        return None
    try:
        return json.loads(raw_body)
    except ValueError as error:
        raise WebhookVerificationError("bodyMalformed") from error
