"""The mock gateway as test_client.py and scripts/python-client.test.mjs need it; prints its settings, ends with stdin."""

import json
import sys

from gatehouse_client.testing import MockAnswer, MockError, MockGateway, MockHangUp

seen = {}


def answer(call, _):
    """Fails as an id asks; scripts/python-client.test.mjs has the same for the mock of the SDK."""
    data = call.input.get("data") or {}
    customer = data.get("customerId") if isinstance(data, dict) else None
    about = str(customer or call.input.get("executionId") or call.input.get("customerId") or "")
    kind, what, times = [*about.split(":"), "", ""][:3]
    if call.operation == "workflow.apply.query" and kind == "keyless":
        return MockAnswer({"code": 200, "executionId": "an-execution", "status": "RUNNING"})
    if times == "":
        return None
    seen[about] = seen.get(about, 0) + 1
    if seen[about] > int(times):
        return None
    if what == "HANG_UP":
        return MockHangUp(takes_effect=kind == "lost")
    return MockError(what, headers={"retry-after": "0"})


with MockGateway(
    outcome=lambda data: "UNASSIGNED" if data.get("name") == "Osama bin Laden" else "APPROVED",
    hits={"GLOBAL_CHECK": [{"hitId": f"h{index}"} for index in range(120)]},
    answer=answer,
) as gateway:
    print(json.dumps(gateway.settings), flush=True)
    sys.stdin.read()
