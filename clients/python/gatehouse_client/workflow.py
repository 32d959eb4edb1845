"""Submits customers and waits for what is decided about them."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from .errors import GatehouseError, GatewayCallError, NoAnswerError, SubmitOutcomeUnknownError
from .outcomes import Cancelled, CaseOutcome, Concluded, Failed, StillOpen, Submission, Unknown
from .retry import RetryPolicy
from .transport import Answer, SignedCall
from .wire_types import EventType, Execution, ScreeningSubject, WorkflowApplyQueryData

if TYPE_CHECKING:
    from .client import Client

_IN_REVIEW = ("UNASSIGNED", "UNDER_REVIEW", "RETURNED")
#: Seconds between readings, growing while nothing changes.
_AUTOMATIC = (3.0, 3.5, 4.0, 4.5, 5.0)
_REVIEW = (30.0, 45.0, 60.0)


class Workflow:
    """``client.workflow``."""

    def __init__(self, client: Client, policy: RetryPolicy, cancelled_status: str | None) -> None:
        self._client = client
        self._policy = policy
        self._cancelled_status = cancelled_status

    def submit(
        self,
        *,
        event_type: EventType,
        data: ScreeningSubject | Mapping[str, Any],
        workflow_id: str | None = None,
        idempotency_key: str | None = None,
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Submission:
        """Starts one execution, and one only: after a fault the same bytes go again under the same key.

        ``data`` of a ``MANUAL_CASE_EVENT`` is a ``ScreeningSubject`` and what the workflow's entry declares; of
        another event it has ``customerId`` and what the entry declares. ``timeout`` is for each answer.
        """
        key = idempotency_key or str(uuid.uuid4())
        payload = {"eventType": event_type, "source": "API", "data": data}
        if workflow_id is not None:
            payload["workflowId"] = workflow_id
        question = {"eventType": event_type, "source": "API", "customerId": data.get("customerId")}
        submit = self._client.sign(
            "workflow.apply.submit",
            payload,
            domain=domain,
            timeout=timeout,
            idempotency_key=key,
            headers=headers,
        )
        query = self._client.sign(
            "workflow.apply.query", question, domain=domain, idempotency_key=key, headers=headers
        )
        try:
            return self._send_once_in_effect(submit, query, key)
        except GatehouseError as error:
            error.idempotency_key = key
            raise

    def _send_once_in_effect(self, submit: SignedCall, query: SignedCall, key: str) -> Submission:
        may_have_started = False
        for delay in self._policy.delays:
            try:
                return _submission(self._client.send(submit, "never"))
            except (GatewayCallError, NoAnswerError) as error:
                if isinstance(error, GatewayCallError) and error.retry != "backoff":
                    raise
                may_have_started = may_have_started or error.may_have_been_accepted
                self._client.report_retry(submit, error, delay)
                time.sleep(delay)
                if may_have_started:
                    self._check_key_is_kept(query, key)
        return _submission(self._client.send(submit, "never"))

    def _check_key_is_kept(self, query: SignedCall, key: str) -> None:
        """A gateway that keeps keys repeats the one that a call was sent with."""
        try:
            answer = self._client.send(query, "read")
        except GatehouseError as error:
            raise SubmitOutcomeUnknownError(key, None) from error
        if answer.headers.get("idempotency-key") == key:
            return
        execution_id = answer.data.get("executionId") or None
        if execution_id is not None:
            raise SubmitOutcomeUnknownError(key, execution_id)

    def status(
        self,
        execution_id: str,
        *,
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Execution | None:
        """Reads an execution; None when the tenant and domain have none of that id."""
        payload = {"executionId": execution_id}
        data = self._client.call(
            "workflow.execution.status", payload, domain=domain, timeout=timeout, headers=headers
        )
        return None if data == "" else cast(Execution, data)

    def query(
        self,
        *,
        event_type: EventType,
        customer_id: str,
        source: Literal["API", "SDK"] = "API",
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> WorkflowApplyQueryData:
        """Finds a customer's existing execution; ``executionId`` is empty where a submit may be made."""
        payload = {"eventType": event_type, "source": source, "customerId": customer_id}
        found = self._client.call(
            "workflow.apply.query", payload, domain=domain, timeout=timeout, headers=headers
        )
        return cast(WorkflowApplyQueryData, found)

    def wait_for_case(
        self,
        execution_id: str,
        *,
        timeout: float | None = None,
        domain: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> CaseOutcome:
        """Polls an execution until it is final. After ``timeout`` seconds it returns ``StillOpen``."""
        deadline = None if timeout is None else time.monotonic() + timeout
        previous: tuple[str, str] | None = None
        unchanged = 0
        while True:
            execution = self.status(execution_id, domain=domain, headers=headers)
            if execution is None:
                return Unknown()
            outcome = self._outcome(execution)
            if outcome is not None:
                return outcome
            state = (execution["status"], execution["caseStatus"])
            unchanged = unchanged + 1 if state == previous else 0
            previous = state
            pause = _interval(execution["caseStatus"], unchanged)
            if deadline is not None:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return StillOpen(execution)
                pause = min(pause, remaining)
            time.sleep(pause)

    def _outcome(self, execution: Execution) -> CaseOutcome | None:
        if self._cancelled_status is not None and execution["status"] == self._cancelled_status:
            return Cancelled(execution)
        status = execution["caseStatus"]
        if status == "APPROVED" or status == "REJECTED" or status == "CLOSED":
            return Concluded(status, execution)
        return Failed(execution) if execution["status"] == "FAILED" else None


def _interval(case_status: str, unchanged: int) -> float:
    steps = _REVIEW if case_status in _IN_REVIEW else _AUTOMATIC
    return steps[min(unchanged, len(steps) - 1)]


def _submission(answer: Answer) -> Submission:
    replayed = answer.headers.get("idempotency-replayed") == "true"
    return Submission(answer.data["executionId"], answer.data["status"], replayed, answer.data)
