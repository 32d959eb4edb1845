"""What is thrown: every answer that is not a success, so that a refused screening cannot pass for a clean one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

RetryClass = Literal["never", "afterWait", "backoff"]

#: The error catalogue of the interface: name and retry class by ``apiCode``.
CATALOGUE: Mapping[int, tuple[str, RetryClass]] = {
    999000: ("GATEWAY_ERROR", "backoff"),
    999001: ("SIGN_ERROR", "never"),
    999301: ("API_INVALID_REQUEST", "never"),
    999302: ("API_NOT_FOUND", "never"),
    999303: ("API_NON_AUTHORIZED", "never"),
    999304: ("RATE_LIMIT_TRY_AGAIN", "afterWait"),
    999305: ("TENANT_NOT_FOUND", "never"),
    999401: ("SERVICE_TIME_OUT", "backoff"),
    999402: ("SERVICE_INVOKE_ERROR", "backoff"),
    999403: ("SERVICE_NOT_FOUND", "backoff"),
    999404: ("SERVICE_RESPONSE_FORMAT_ERROR", "never"),
    999501: ("REQUEST_API_EXCEED_LIMIT", "never"),
}


class GatehouseError(Exception):
    """Any failure of a call."""

    #: The key that a submit was sent with: the same data may be sent again with it at any time.
    idempotency_key: str | None = None


class GatewayCallError(GatehouseError):
    """The gateway did not accept the call, or something in front of it answered in its place."""

    def __init__(
        self,
        operation: str,
        http_status: int,
        *,
        api_code: int | None = None,
        detail: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        known = CATALOGUE.get(api_code) if api_code is not None else None
        #: The error's name in the interface, such as ``SIGN_ERROR``.
        self.name = known[0] if known else ("UNREADABLE_ANSWER" if api_code is None else "UNKNOWN_ERROR")
        self.operation = operation
        self.http_status = http_status
        self.api_code = api_code
        #: The gateway's ``x-error-detail``: what exactly was wrong.
        self.detail = detail
        self.request_id = request_id
        #: Seconds of the answer's ``Retry-After``.
        self.retry_after = retry_after
        self.retry = _retry_class(http_status, known[1] if known else None)
        code = "" if api_code is None else f" {api_code}"
        meaning = detail or "the gateway gave no detail"
        super().__init__(f"{operation}: {self.name}{code} (HTTP {http_status}): {meaning}")

    @property
    def may_have_been_accepted(self) -> bool:
        """Whether the operation may have taken effect anyway."""
        return self.retry == "backoff" and self.name != "SERVICE_NOT_FOUND"


class BusinessError(GatehouseError):
    """The operation refused: ``data.code`` is not 200."""

    def __init__(self, operation: str, code: int, data: Mapping[str, Any], request_id: str | None) -> None:
        #: 400 bad parameter, 403 quota or credits used up, 404 unknown scan, 500 failed and nothing was kept.
        self.code = code
        self.operation = operation
        self.data = data
        self.request_id = request_id
        said = data.get("message") or data.get("msg") or "without a message"
        super().__init__(f"{operation}: {code} {said}")


class NoAnswerError(GatehouseError):
    """No answer came back: the network failed, or the timeout passed."""

    def __init__(self, operation: str, reason: str, *, may_have_been_accepted: bool) -> None:
        self.operation = operation
        #: False only when no connection came about.
        self.may_have_been_accepted = may_have_been_accepted
        super().__init__(f"{operation}: {reason}")


class SubmitOutcomeUnknownError(GatehouseError):
    """Whether a submit was accepted is unknown. Send the same data under ``idempotency_key`` later."""

    def __init__(self, idempotency_key: str, execution_id: str | None) -> None:
        self.idempotency_key = idempotency_key
        #: What ``workflow.apply.query`` names: most likely this submit's execution, or an earlier one.
        self.execution_id = execution_id
        super().__init__(
            f"whether the submit was accepted is unknown; workflow.apply.query names {execution_id}. "
            "Look up what was started before you submit again"
        )


class ScanNotDoneError(GatehouseError):
    """Hits were listed of a scan that is running or failed: no hits are no clean result."""

    def __init__(self, scan_id: str, status: str) -> None:
        self.scan_id = scan_id
        self.status = status
        super().__init__(f"scan {scan_id} is {status}: its hits cannot be listed")


def _retry_class(http_status: int, known: RetryClass | None) -> RetryClass:
    if http_status == 500:
        return "backoff"
    if known is not None:
        return known
    if http_status == 429:
        return "afterWait"
    return "backoff" if http_status > 500 else "never"
