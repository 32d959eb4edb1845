"""Flows that submit customers and wait for what is decided about them."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from .core import Core
from .errors import GatehouseError, GatewayCallError, NoAnswerError, SubmitOutcomeUnknownError
from .flows import CallOptions, Flow, Pause, PlaceOptions
from .outcomes import Cancelled, CaseOutcome, Concluded, Failed, StillOpen, Submission, Unknown
from .transport import Answer, SignedCall
from .wire_types import EventType, Execution, ScreeningSubject, WorkflowApplyQueryData

if TYPE_CHECKING:
    from typing_extensions import Unpack

_IN_REVIEW = ("UNASSIGNED", "UNDER_REVIEW", "RETURNED")
#: Seconds between readings, growing while nothing changes.
_AUTOMATIC = (3.0, 3.5, 4.0, 4.5, 5.0)
_REVIEW = (30.0, 45.0, 60.0)


class WorkflowFlows:
    """What the methods of ``client.workflow`` do; those say what each takes."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def submit(
        self,
        event_type: EventType,
        data: ScreeningSubject | Mapping[str, Any],
        workflow_id: str | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Flow[Submission]:
        """Starts one execution, and one only."""
        key = idempotency_key or str(uuid.uuid4())
        payload = {"eventType": event_type, "source": "API", "data": data}
        if workflow_id is not None:
            payload["workflowId"] = workflow_id
        question = {"eventType": event_type, "source": "API", "customerId": data.get("customerId")}
        submit = self._core.sign("workflow.apply.submit", payload, idempotency_key=key, **options)
        # The timeout is for the answers of the submit.
        options["timeout"] = None
        query = self._core.sign("workflow.apply.query", question, idempotency_key=key, **options)
        try:
            return (yield from self._send_once_in_effect(submit, query, key))
        except GatehouseError as error:
            error.idempotency_key = key
            raise

    def _send_once_in_effect(self, submit: SignedCall, query: SignedCall, key: str) -> Flow[Submission]:
        may_have_started = False
        for delay in self._core.policy.delays:
            try:
                return _submission((yield from self._core.send(submit, "never")))
            except (GatewayCallError, NoAnswerError) as error:
                if isinstance(error, GatewayCallError) and error.retry != "backoff":
                    raise
                may_have_started = may_have_started or error.may_have_been_accepted
                self._core.report_retry(submit, error, delay)
                yield Pause(delay)
                if may_have_started:
                    yield from self._check_key_is_kept(query, key)
        return _submission((yield from self._core.send(submit, "never")))

    def _check_key_is_kept(self, query: SignedCall, key: str) -> Flow[None]:
        """A gateway that keeps keys repeats the one that a call was sent with."""
        try:
            answer = yield from self._core.send(query, "read")
        except GatehouseError as error:
            raise SubmitOutcomeUnknownError(key, None) from error
        if answer.headers.get("idempotency-key") == key:
            return
        execution_id = answer.data.get("executionId") or None
        if execution_id is not None:
            raise SubmitOutcomeUnknownError(key, execution_id)

    def status(self, execution_id: str, **options: Unpack[CallOptions]) -> Flow[Execution | None]:
        """Reads an execution."""
        data = yield from self._core.call("workflow.execution.status", {"executionId": execution_id}, **options)
        return None if data == "" else cast(Execution, data)

    def query(
        self,
        event_type: EventType,
        customer_id: str,
        source: Literal["API", "SDK"],
        **options: Unpack[CallOptions],
    ) -> Flow[WorkflowApplyQueryData]:
        """Finds a customer's existing execution."""
        payload = {"eventType": event_type, "source": source, "customerId": customer_id}
        found = yield from self._core.call("workflow.apply.query", payload, **options)
        return cast(WorkflowApplyQueryData, found)

    def wait_for_case(
        self, execution_id: str, timeout: float | None, **options: Unpack[PlaceOptions]
    ) -> Flow[CaseOutcome]:
        """Polls an execution until it is final, or ``timeout`` seconds have passed."""
        deadline = None if timeout is None else time.monotonic() + timeout
        previous: tuple[str, str] | None = None
        unchanged = 0
        while True:
            execution = yield from self.status(execution_id, **options)
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
            yield Pause(pause)

    def _outcome(self, execution: Execution) -> CaseOutcome | None:
        cancelled = self._core.cancelled_status
        if cancelled is not None and execution["status"] == cancelled:
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
