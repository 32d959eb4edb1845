"""What type checkers must find in calls, and what they must let pass. Checked by mypy --strict and pyright, never run."""

from __future__ import annotations

from typing_extensions import assert_type

from gatehouse_client import AsyncClient, Client
from gatehouse_client.wire_types import (
    Execution,
    QuickscanSubmitData,
    StorageUploadTokenData,
    WorkflowApplySubmitData,
    WorkflowApplySubmitRequest,
)


def blocking(client: Client) -> None:
    submit: WorkflowApplySubmitRequest = {
        "eventType": "KYC_EVENT",
        "source": "API",
        "data": {"customerId": "c-1", "email": "jane@example.test"},
    }
    assert_type(client.call("workflow.apply.submit", submit, idempotency_key="k"), WorkflowApplySubmitData)
    assert_type(client.call("storage.upload.token", {}, timeout=5), StorageUploadTokenData)
    execution = client.call("workflow.execution.status", {"executionId": "e-1"})
    if execution != "":
        assert_type(execution, Execution)
        print(execution["caseStatus"])
    client.call("workflow.apply.submit", {"anything": 1}, version="1.0.0")

    client.call("workflow.execution.statu", {"executionId": "e-1"})  # type: ignore[call-overload]
    client.call("workflow.execution.status", {"execution": "e-1"})  # type: ignore[call-overload]
    client.call("workflow.execution.status", {"executionId": "e-1"}, timeuot=5)  # type: ignore[call-overload]
    client.workflow.status("e-1", timeuot=5)  # type: ignore[call-arg]
    client.quickscan.run(name="Jane", customer_type="Person", providers=[])  # type: ignore[arg-type]


async def on_asyncio(client: AsyncClient) -> None:
    found = await client.call(
        "quickscan.submit",
        {"data": {"name": "Jane", "customerType": "Individual", "providers": ["WATCHLIST"]}},
    )
    assert_type(found, QuickscanSubmitData)
    async for hit in client.quickscan.hits(found["id"], "WATCHLIST"):
        print(hit["entityId"])
    assert_type(await client.workflow.status("e-1"), "Execution | None")
