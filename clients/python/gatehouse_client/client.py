"""Calls one gateway as one API key in one domain."""

from __future__ import annotations

import re
import time
import urllib.parse
from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

from .errors import BusinessError, GatehouseError, GatewayCallError
from .hooks import Hooks, RequestEvent, ResponseEvent, RetryEvent, run_hook
from .quickscan import Quickscan
from .retry import Repeat, RetryPolicy, with_retries
from .storage import Storage
from .transport import Answer, Endpoint, SignedCall, send, sign_call, user_agent
from .wire_types import Config, LaunchLink
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
        hooks: Hooks | None = None,
        application: str | None = None,
        storage_url: str | None = None,
    ) -> None:
        """``base_url`` is the gateway's address, ``domain`` the business domain.

        ``cancelled_status`` is what the deployment calls a cancelled execution; without it, none is taken for one.
        ``application`` names your program in ``User-Agent``, such as ``onboarding/3.1``. Files go to ``storage_url``;
        without it, to ``base_url`` with ``/storage`` in place of ``/gateway``. Raises ``ValueError`` on settings that
        cannot work.
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
        if application is not None and not re.fullmatch(r"[\x20-\x7e]+", application):
            raise ValueError("application must name your program in printable ASCII, e.g. onboarding/3.1")
        agent = user_agent(application)
        self._endpoint = Endpoint(base_url, api_key, secret, domain, agent)
        self._policy = retry or RetryPolicy()
        self._hooks = hooks or Hooks()
        self.workflow = Workflow(self, self._policy, cancelled_status)
        self.quickscan = Quickscan(self)
        self.storage = Storage(self, storage_url or _storage_url(parts), agent, domain)

    def sign(
        self,
        operation: str,
        payload: Mapping[str, Any],
        *,
        version: str | None = None,
        domain: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> SignedCall:
        """Makes a call ready to be sent any number of times. Raises ``ValueError`` on an unknown operation."""
        newest, seconds, _ = _definition(operation)
        return sign_call(
            self._endpoint,
            operation,
            payload,
            version=version or newest,
            timeout=timeout or seconds,
            domain=domain,
            idempotency_key=idempotency_key,
            headers=headers,
        )

    def send(self, call: SignedCall, repeat: Repeat) -> Answer:
        """Sends a call, and repeats it as far as ``repeat`` and the error allow."""
        return with_retries(
            lambda: self._send_once(call),
            repeat,
            self._policy,
            lambda error, delay: self.report_retry(call, error, delay),
        )

    def report_retry(self, call: SignedCall, error: Exception, delay: float) -> None:
        """Tells the hook that a call will be sent again."""
        run_hook(self._hooks.on_retry, RetryEvent(call.operation, call.attempts[0], delay, error))

    def _send_once(self, call: SignedCall) -> Answer:
        call.attempts[0] += 1
        attempt = call.attempts[0]
        headers = dict(call.headers)
        request = RequestEvent(call.operation, attempt, call.domain, call.idempotency_key, headers)
        run_hook(self._hooks.on_request, request)
        started = time.monotonic()

        def report(status: int | None, request_id: str | None, error: Exception | None) -> None:
            duration = time.monotonic() - started
            event = ResponseEvent(call.operation, attempt, duration, status, request_id, error)
            run_hook(self._hooks.on_response, event)

        try:
            answer = send(call, headers)
        except GatehouseError as error:
            status = error.http_status if isinstance(error, GatewayCallError) else None
            # An operation refuses in an answer that the gateway accepted.
            report(200 if isinstance(error, BusinessError) else status, getattr(error, "request_id", None), error)
            raise
        report(answer.http_status, answer.headers.get("x-request-id"), None)
        return answer

    def call(
        self,
        operation: str,
        payload: Mapping[str, Any],
        *,
        version: str | None = None,
        domain: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Signs and sends any operation; returns ``data`` as on the wire.

        ``timeout`` is how many seconds one answer may take. Raises ``ValueError`` on an unknown operation.
        """
        call = self.sign(
            operation,
            payload,
            version=version,
            domain=domain,
            timeout=timeout,
            idempotency_key=idempotency_key,
            headers=headers,
        )
        return self.send(call, OPERATIONS[operation][2]).data

    def generate_link(
        self,
        *,
        email: str,
        customer_id: str,
        event_type: Literal["KYC_EVENT", "KYB_EVENT"],
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> LaunchLink:
        """Makes the one-time link to the hosted verification: ``url``, and ``expiresAt`` in epoch milliseconds."""
        payload = {"email": email, "customerId": customer_id, "eventType": event_type}
        data = self.call("sdk.launch.link.generate", payload, domain=domain, timeout=timeout, headers=headers)
        return cast(LaunchLink, data["data"])

    def config(
        self,
        keys: Sequence[str],
        *,
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Config:
        """Reads reference configuration, by key."""
        payload = {"keys": ",".join(keys)}
        data = self.call("prepare.platform.config", payload, domain=domain, timeout=timeout, headers=headers)
        return cast(Config, data["data"])


def _definition(operation: str) -> tuple[str, float, Repeat]:
    if operation not in OPERATIONS:
        raise ValueError(f"there is no operation {operation!r}; the gateway has {', '.join(OPERATIONS)}")
    return OPERATIONS[operation]


def _storage_url(gateway: urllib.parse.SplitResult) -> str:
    """A deployment has both below one origin."""
    path = re.sub(r"(?:/gateway)?/?$", "/storage", gateway.path, count=1)
    return urllib.parse.urlunsplit((gateway.scheme, gateway.netloc, path, "", ""))
