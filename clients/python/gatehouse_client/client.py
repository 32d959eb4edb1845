"""Calls one gateway as one API key in one domain, on blocking sockets."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, cast

from .base_client import BaseClient
from .calls import Calls
from .flows import CallOptions, Flow, Pause, PlaceOptions, Reply, T, resume
from .outcomes import CaseOutcome, ScanResult, Submission
from .quickscan_flows import QuickscanFlows
from .storage_flows import StorageFlows
from .transport import send
from .wire_types import (
    Config,
    Engine,
    EventType,
    Execution,
    Hit,
    LaunchLink,
    QuickscanDetailData,
    ScanSettings,
    ScanSubject,
    ScreeningSubject,
    UploadedFile,
    WorkflowApplyQueryData,
)
from .workflow_flows import WorkflowFlows

if TYPE_CHECKING:
    from typing_extensions import Unpack


def run(flow: Flow[T]) -> T:
    """Runs a flow to its end: sends what it asks to be sent, and sleeps."""
    reply: Reply = None
    while True:
        try:
            step = resume(flow, reply)
        except StopIteration as end:
            return cast(T, end.value)
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            reply = None
        else:
            reply = send(step.call, step.headers)


class Client(Calls, BaseClient):
    """A client of one gateway. Every method raises the errors of ``gatehouse_client.errors``."""

    @cached_property
    def workflow(self) -> Workflow:
        """Submits customers and waits for what is decided about them."""
        return Workflow(self._workflow)

    @cached_property
    def quickscan(self) -> Quickscan:
        """One-off scans of a name."""
        return Quickscan(self._quickscan)

    @cached_property
    def storage(self) -> Storage:
        """Uploads of files."""
        return Storage(self._storage)

    def _call(self, operation: str, payload: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        return run(self._core.call(operation, payload, **options))

    def generate_link(
        self,
        *,
        email: str,
        customer_id: str,
        event_type: Literal["KYC_EVENT", "KYB_EVENT"],
        **options: Unpack[CallOptions],
    ) -> LaunchLink:
        """Makes the one-time link to the hosted verification: ``url``, and ``expiresAt`` in epoch milliseconds."""
        return run(self._core.generate_link(email, customer_id, event_type, **options))

    def config(self, keys: Sequence[str], **options: Unpack[CallOptions]) -> Config:
        """Reads reference configuration, by key."""
        return run(self._core.config(keys, **options))


class Workflow:
    """``client.workflow``."""

    def __init__(self, flows: WorkflowFlows) -> None:
        self._flows = flows

    def submit(
        self,
        *,
        event_type: EventType,
        data: ScreeningSubject | Mapping[str, Any],
        workflow_id: str | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Submission:
        """Starts one execution, and one only: after a fault the same bytes go again under the same key.

        ``data`` of a ``MANUAL_CASE_EVENT`` is a ``ScreeningSubject`` and what the workflow's entry declares; of
        another event it has ``customerId`` and what the entry declares. ``timeout`` is for each answer.
        """
        return run(self._flows.submit(event_type, data, workflow_id, idempotency_key, **options))

    def status(self, execution_id: str, **options: Unpack[CallOptions]) -> Execution | None:
        """Reads an execution; None when the tenant and domain have none of that id."""
        return run(self._flows.status(execution_id, **options))

    def query(
        self,
        *,
        event_type: EventType,
        customer_id: str,
        source: Literal["API", "SDK"] = "API",
        **options: Unpack[CallOptions],
    ) -> WorkflowApplyQueryData:
        """Finds a customer's existing execution; ``executionId`` is empty where a submit may be made."""
        return run(self._flows.query(event_type, customer_id, source, **options))

    def wait_for_case(
        self, execution_id: str, *, timeout: float | None = None, **options: Unpack[PlaceOptions]
    ) -> CaseOutcome:
        """Polls an execution until it is final. After ``timeout`` seconds it returns ``StillOpen``."""
        return run(self._flows.wait_for_case(execution_id, timeout, **options))


class Quickscan:
    """``client.quickscan``."""

    def __init__(self, flows: QuickscanFlows) -> None:
        self._flows = flows

    def submit(self, data: ScanSubject | Mapping[str, Any], **options: Unpack[CallOptions]) -> str:
        """Starts a scan and returns its id. Each engine but ``WATCHLIST`` costs a credit."""
        return run(self._flows.submit(data, **options))

    def detail(self, scan_id: str, **options: Unpack[CallOptions]) -> QuickscanDetailData:
        """Reads a scan as it is now."""
        return run(self._flows.detail(scan_id, **options))

    def hits(self, scan_id: str, provider: Engine, **options: Unpack[CallOptions]) -> Iterator[Hit]:
        """Every hit of one engine, read page by page as you take them.

        Raises ``ScanNotDoneError`` for a scan that is running or failed.
        """
        number, more = 1, True
        while more:
            shown, more = run(self._flows.page(scan_id, provider, number, **options))
            yield from shown
            number += 1

    def run(
        self,
        *,
        name: str,
        customer_type: Literal["Individual", "Business", 1, 2],
        providers: Sequence[Engine],
        provider_settings: ScanSettings | None = None,
        timeout: float | None = None,
        **options: Unpack[PlaceOptions],
    ) -> ScanResult:
        """Submits, polls until the scan ends, and fetches all its hits. After ``timeout`` seconds it stops waiting."""
        return run(self._flows.run(name, customer_type, providers, provider_settings, timeout, **options))


class Storage:
    """``client.storage``."""

    def __init__(self, flows: StorageFlows) -> None:
        self._flows = flows

    def upload(
        self,
        content: bytes | BinaryIO,
        *,
        filename: str,
        content_type: str = "application/octet-stream",
        **options: Unpack[CallOptions],
    ) -> UploadedFile:
        """Uploads a file of at most 20 MB: bytes, or a file that is open for reading them, which is read to its end.

        The ``url`` of the answer may be in ``data`` of a submit in the same domain. Without ``content_type``, the
        content alone decides. A refused token is replaced once.
        """
        return run(self._flows.upload(content, filename, content_type, **options))
