"""Calls one gateway as one API key in one domain."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping, Sequence
from typing import Any

from .quickscan import Quickscan
from .retry import Repeat, RetryPolicy, with_retries
from .transport import Answer, Endpoint, SignedCall, send, sign_call
from .workflow import Workflow

#: Newest version, seconds to wait for one answer (2 more than the gateway takes), and what may be sent again.
OPERATIONS: Mapping[str, tuple[str, float, Repeat]] = {
    "sdk.launch.link.generate": ("1.0.0", 12.0, "answered"),
    "workflow.apply.submit": ("2.0.0", 32.0, "never"),
    "workflow.execution.status": ("1.0.0", 12.0, "read"),
    "workflow.apply.query": ("1.0.0", 12.0, "read"),
    "quickscan.submit": ("1.0.0", 32.0, "answered"),
    "quickscan.detail": ("1.0.0", 12.0, "read"),
    "quickscan.hits": ("1.0.0", 12.0, "read"),
    "storage.upload.token": ("1.0.0", 12.0, "read"),
    "prepare.platform.config": ("1.0.0", 12.0, "read"),
}


class Client:
    """A client of one gateway. Every method raises the errors of ``gatehouse_client.errors``."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str,
        secret: str,
        domain: str,
        cancelled_status: str | None = None,
        retry: RetryPolicy | None = None,
    ) -> None:
        """``base_url`` is the gateway's address, ``domain`` the business domain.

        ``cancelled_status`` is what the deployment calls a cancelled execution; without it, none is taken for one.
        Raises ``ValueError`` on settings that cannot work.
        """
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("base_url must be the http(s) address of the gateway, e.g. https://host/gateway")
        if not api_key.startswith("ak_"):
            raise ValueError("api_key must be a public key that begins with ak_")
        if not secret:
            raise ValueError("secret must be the API key's secret")
        if not re.fullmatch(r"[\x21-\x7e]+", domain):
            raise ValueError("domain must name the business domain")
        self._endpoint = Endpoint(base_url, api_key, secret, domain)
        self._policy = retry or RetryPolicy()
        self.workflow = Workflow(self, self._policy, cancelled_status)
        self.quickscan = Quickscan(self)

    def sign(
        self,
        operation: str,
        payload: Mapping[str, Any],
        *,
        version: str | None = None,
        domain: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> SignedCall:
        """Makes a call ready to be sent any number of times."""
        newest, seconds, _ = OPERATIONS[operation]
        return sign_call(
            self._endpoint,
            operation,
            payload,
            version=version or newest,
            timeout=timeout or seconds,
            domain=domain,
            idempotency_key=idempotency_key,
        )

    def send(self, call: SignedCall, repeat: Repeat) -> Answer:
        """Sends a signed call, and repeats it as far as ``repeat`` and the error allow."""
        return with_retries(lambda: send(call), repeat, self._policy)

    def call(
        self,
        operation: str,
        payload: Mapping[str, Any],
        *,
        version: str | None = None,
        domain: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Signs and sends any operation; returns ``data`` as on the wire."""
        call = self.sign(
            operation,
            payload,
            version=version,
            domain=domain,
            timeout=timeout,
            idempotency_key=idempotency_key,
        )
        return self.send(call, OPERATIONS[operation][2]).data

    def generate_link(
        self, *, email: str, customer_id: str, event_type: str, domain: str | None = None
    ) -> Mapping[str, Any]:
        """Makes the one-time link to the hosted verification: ``url``, and ``expiresAt`` in epoch milliseconds."""
        payload = {"email": email, "customerId": customer_id, "eventType": event_type}
        link: Mapping[str, Any] = self.call("sdk.launch.link.generate", payload, domain=domain)["data"]
        return link

    def config(self, keys: Sequence[str], *, domain: str | None = None) -> Mapping[str, Any]:
        """Reads reference configuration, by key."""
        payload = {"keys": ",".join(keys)}
        sections: Mapping[str, Any] = self.call("prepare.platform.config", payload, domain=domain)["data"]
        return sections
