"""Calls one gateway as one API key in one domain, on asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol, cast

from .base_client import BaseClient, ClientSettings
from .calls import AsyncCalls
from .errors import NoAnswerError
from .flows import CallOptions, Exchange, Flow, Pause, PlaceOptions, Reply, T, resume
from .outcomes import CaseOutcome, ScanResult, Submission
from .quickscan_flows import QuickscanFlows
from .storage_flows import StorageFlows
from .transport import RawAnswer, send
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


class Transport(Protocol):
    """Sends requests. ``HttpxTransport`` is one; without any, requests are sent from threads."""

    async def __call__(self, exchange: Exchange) -> RawAnswer | NoAnswerError:
        """Sends a request once."""
        ...

    async def close(self) -> None:
        """Frees what it holds."""
        ...


class ThreadTransport:
    """The blocking client's way of sending, on threads of its own. A cancelled call ends in its thread, unread."""

    def __init__(self, max_connections: int = 32) -> None:
        self._threads = ThreadPoolExecutor(max_connections, thread_name_prefix="gatehouse")

    async def __call__(self, exchange: Exchange) -> RawAnswer | NoAnswerError:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, send, exchange.call, exchange.headers
        )

    async def close(self) -> None:
        """Ends the threads, each after its request."""
        self._threads.shutdown(wait=False)


class Runner:
    """Runs flows on asyncio."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def run(self, flow: Flow[T]) -> T:
        """Runs a flow to its end: sends what it asks to be sent, and sleeps."""
        reply: Reply = None
        while True:
            try:
                step = resume(flow, reply)
            except StopIteration as end:
                return cast(T, end.value)
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                reply = None
            else:
                reply = await self._transport(step)


class AsyncClient(AsyncCalls, BaseClient):
    """``Client`` for asyncio: the same methods, to await. Use it as ``async with``, or close it."""

    def __init__(
        self, base_url: str, *, transport: Transport | None = None, **settings: Unpack[ClientSettings]
    ) -> None:
        """The settings are those of ``Client``; ``transport`` sends the requests, such as ``HttpxTransport()``."""
        super().__init__(base_url, **settings)
        self._transport = transport or ThreadTransport()
        self._runner = Runner(self._transport)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the transport."""
        await self._transport.close()

    @cached_property
    def workflow(self) -> AsyncWorkflow:
        """Submits customers and waits for what is decided about them."""
        return AsyncWorkflow(self._runner, self._workflow)

    @cached_property
    def quickscan(self) -> AsyncQuickscan:
        """One-off scans of a name."""
        return AsyncQuickscan(self._runner, self._quickscan)

    @cached_property
    def storage(self) -> AsyncStorage:
        """Uploads of files."""
        return AsyncStorage(self._runner, self._storage)

    async def _call(self, operation: str, payload: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        return await self._runner.run(self._core.call(operation, payload, **options))

    async def generate_link(
        self,
        *,
        email: str,
        customer_id: str,
        event_type: Literal["KYC_EVENT", "KYB_EVENT"],
        **options: Unpack[CallOptions],
    ) -> LaunchLink:
        """Makes the one-time link to the hosted verification: ``url``, and ``expiresAt`` in epoch milliseconds."""
        return await self._runner.run(self._core.generate_link(email, customer_id, event_type, **options))

    async def config(self, keys: Sequence[str], **options: Unpack[CallOptions]) -> Config:
        """Reads reference configuration, by key."""
        return await self._runner.run(self._core.config(keys, **options))


class AsyncWorkflow:
    """``client.workflow``."""

    def __init__(self, runner: Runner, flows: WorkflowFlows) -> None:
        self._runner = runner
        self._flows = flows

    async def submit(
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
        return await self._runner.run(self._flows.submit(event_type, data, workflow_id, idempotency_key, **options))

    async def status(self, execution_id: str, **options: Unpack[CallOptions]) -> Execution | None:
        """Reads an execution; None when the tenant and domain have none of that id."""
        return await self._runner.run(self._flows.status(execution_id, **options))

    async def query(
        self,
        *,
        event_type: EventType,
        customer_id: str,
        source: Literal["API", "SDK"] = "API",
        **options: Unpack[CallOptions],
    ) -> WorkflowApplyQueryData:
        """Finds a customer's existing execution; ``executionId`` is empty where a submit may be made."""
        return await self._runner.run(self._flows.query(event_type, customer_id, source, **options))

    async def wait_for_case(
        self, execution_id: str, *, timeout: float | None = None, **options: Unpack[PlaceOptions]
    ) -> CaseOutcome:
        """Polls an execution until it is final. After ``timeout`` seconds it returns ``StillOpen``."""
        return await self._runner.run(self._flows.wait_for_case(execution_id, timeout, **options))


class AsyncQuickscan:
    """``client.quickscan``."""

    def __init__(self, runner: Runner, flows: QuickscanFlows) -> None:
        self._runner = runner
        self._flows = flows

    async def submit(self, data: ScanSubject | Mapping[str, Any], **options: Unpack[CallOptions]) -> str:
        """Starts a scan and returns its id. Each engine but ``WATCHLIST`` costs a credit."""
        return await self._runner.run(self._flows.submit(data, **options))

    async def detail(self, scan_id: str, **options: Unpack[CallOptions]) -> QuickscanDetailData:
        """Reads a scan as it is now."""
        return await self._runner.run(self._flows.detail(scan_id, **options))

    async def hits(self, scan_id: str, provider: Engine, **options: Unpack[CallOptions]) -> AsyncIterator[Hit]:
        """Every hit of one engine, read page by page as you take them.

        Raises ``ScanNotDoneError`` for a scan that is running or failed.
        """
        number, more = 1, True
        while more:
            shown, more = await self._runner.run(self._flows.page(scan_id, provider, number, **options))
            for hit in shown:
                yield hit
            number += 1

    async def run(
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
        return await self._runner.run(self._flows.run(name, customer_type, providers, provider_settings, timeout, **options))


class AsyncStorage:
    """``client.storage``."""

    def __init__(self, runner: Runner, flows: StorageFlows) -> None:
        self._runner = runner
        self._flows = flows

    async def upload(
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
        return await self._runner.run(self._flows.upload(content, filename, content_type, **options))
