"""What every client knows: one caller at one gateway, and the flows of single calls."""

from __future__ import annotations

import re
import time
import urllib.parse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from .errors import BusinessError, GatewayCallError, NoAnswerError
from .flows import CallOptions, Exchange, Flow
from .hooks import Hooks, RequestEvent, ResponseEvent, RetryEvent, run_hook
from .retry import Repeat, RetryPolicy, with_retries
from .transport import Answer, Endpoint, SignedCall, read_answer, sign_call, user_agent
from .wire_types import Config, LaunchLink

if TYPE_CHECKING:
    from typing_extensions import Unpack

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


class Core:
    """Signs calls and knows the flow of each; ``BaseClient`` says what its arguments are."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str,
        secret: str,
        domain: str,
        cancelled_status: str | None,
        retry: RetryPolicy | None,
        hooks: Hooks | None,
        application: str | None,
        storage_url: str | None,
    ) -> None:
        """Raises ``ValueError`` on settings that cannot work."""
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
        self.endpoint = Endpoint(base_url, api_key, secret, domain, user_agent(application))
        self.policy = retry or RetryPolicy()
        self.cancelled_status = cancelled_status
        self.storage_url = storage_url or _storage_url(parts)
        self._hooks = hooks or Hooks()

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
        if operation not in OPERATIONS:
            raise ValueError(f"there is no operation {operation!r}; the gateway has {', '.join(OPERATIONS)}")
        newest, seconds, _ = OPERATIONS[operation]
        return sign_call(
            self.endpoint,
            operation,
            payload,
            version=version or newest,
            timeout=timeout or seconds,
            domain=domain,
            idempotency_key=idempotency_key,
            headers=headers,
        )

    def send(self, call: SignedCall, repeat: Repeat) -> Flow[Answer]:
        """Sends a call, and repeats it as far as ``repeat`` and the error allow."""
        return with_retries(
            lambda: self._send_once(call),
            repeat,
            self.policy,
            lambda error, delay: self.report_retry(call, error, delay),
        )

    def report_retry(self, call: SignedCall, error: Exception, delay: float) -> None:
        """Tells the hook that a call will be sent again."""
        run_hook(self._hooks.on_retry, RetryEvent(call.operation, call.attempts[0], delay, error))

    def _send_once(self, call: SignedCall) -> Flow[Answer]:
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
            answer = read_answer(call.operation, (yield Exchange(call, headers)))
        except NoAnswerError as error:
            report(None, None, error)
            raise
        except (GatewayCallError, BusinessError) as error:
            # An operation refuses in an answer that the gateway accepted.
            report(200 if isinstance(error, BusinessError) else error.http_status, error.request_id, error)
            raise
        report(answer.http_status, answer.headers.get("x-request-id"), None)
        return answer

    def call(self, operation: str, payload: Mapping[str, Any], **options: Any) -> Flow[Any]:
        """Signs and sends any operation; the options are those of ``sign``. Returns ``data`` as on the wire."""
        call = self.sign(operation, payload, **options)
        answer = yield from self.send(call, OPERATIONS[operation][2])
        return answer.data

    def generate_link(
        self,
        email: str,
        customer_id: str,
        event_type: Literal["KYC_EVENT", "KYB_EVENT"],
        **options: Unpack[CallOptions],
    ) -> Flow[LaunchLink]:
        """``Client.generate_link``."""
        payload = {"email": email, "customerId": customer_id, "eventType": event_type}
        data = yield from self.call("sdk.launch.link.generate", payload, **options)
        return cast(LaunchLink, data["data"])

    def config(self, keys: Sequence[str], **options: Unpack[CallOptions]) -> Flow[Config]:
        """``Client.config``."""
        data = yield from self.call("prepare.platform.config", {"keys": ",".join(keys)}, **options)
        return cast(Config, data["data"])


def _storage_url(gateway: urllib.parse.SplitResult) -> str:
    """A deployment has both below one origin."""
    path = re.sub(r"(?:/gateway)?/?$", "/storage", gateway.path, count=1)
    return urllib.parse.urlunsplit((gateway.scheme, gateway.netloc, path, "", ""))
