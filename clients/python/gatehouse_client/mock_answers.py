"""What the mock gateway answers from memory, as a gateway whose workflow decides at once."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .mock_checks import MockCall, MockRefusal

#: How an execution of the mock ends; ``UNASSIGNED``: it stays open, with a case for people.
MockOutcome = Literal["APPROVED", "REJECTED", "CLOSED", "UNASSIGNED", "FAILED"]

Data = Mapping[str, Any]
Hits = Mapping[str, Sequence[Mapping[str, Any]]]

#: More hits than this come page by page.
_MAX_INLINE_HITS = 50


@dataclass(frozen=True)
class _Execution:
    id: str
    route: tuple[Any, ...]
    domain: str
    case_no: str
    outcome: MockOutcome


class CannedAnswers:
    """Answers every operation from memory."""

    def __init__(self, outcome: Callable[[Data], MockOutcome], hits: Callable[[Data], Hits]) -> None:
        self.origin = ""
        self._outcome = outcome
        self._hits = hits
        self._executions: list[_Execution] = []
        self._scans: dict[str, tuple[str, Hits]] = {}
        self._operations: Mapping[str, Callable[[MockCall], Any]] = {
            "workflow.apply.submit": self._submit,
            "workflow.execution.status": self._status,
            "workflow.apply.query": self._query,
            "quickscan.submit": self._submit_scan,
            "quickscan.detail": self._scan_detail,
            "quickscan.hits": self._scan_hits,
            "sdk.launch.link.generate": self._link,
            "prepare.platform.config": lambda _: {"code": 200, "message": None, "data": {}},
            "storage.upload.token": lambda _: {"code": 200, "uploadToken": _new_id(), "expiresIn": 900},
        }

    def answer(self, call: MockCall) -> Any:
        """``data`` of the answer."""
        return self._operations[call.operation](call)

    def _submit(self, call: MockCall) -> Data:
        data = call.input["data"]
        case_no = f"C{len(self._executions) + 1:06}"
        route = _route(call, data["customerId"])
        execution = _Execution(_new_id(), route, call.domain, case_no, self._outcome(data))
        self._executions.append(execution)
        status = "RUNNING" if call.input["eventType"] == "MANUAL_CASE_EVENT" else "EXECUTING"
        common = {"code": 200, "message": None, "executionId": execution.id, "status": status}
        return {**common, "requestId": _new_id(), "sync": False}

    def _status(self, call: MockCall) -> Data | str:
        wanted = (call.input.get("executionId"), call.domain)
        found = next((each for each in self._executions if (each.id, each.domain) == wanted), None)
        return "" if found is None else _status_of(found)

    def _query(self, call: MockCall) -> Data:
        route = _route(call, call.input.get("customerId"))
        newest = next((each for each in reversed(self._executions) if each.route == route), None)
        status = {"APPROVED": "APPROVED", "UNASSIGNED": "RUNNING"}.get(newest.outcome if newest else "", "")
        return {"code": 200, "executionId": newest.id if newest and status else "", "status": status}

    def _submit_scan(self, call: MockCall) -> Data:
        data, scan_id = call.input["data"], _new_id()
        found = self._hits(data)
        self._scans[scan_id] = (call.domain, {each: found.get(each, []) for each in data["providers"]})
        return {"code": 200, "id": scan_id, "status": "RUNNING"}

    def _scan_of(self, call: MockCall) -> Hits | None:
        domain, hits = self._scans.get(str(call.input["data"]["id"]), ("", {}))
        return hits if domain == call.domain else None

    def _scan_detail(self, call: MockCall) -> Data:
        hits = self._scan_of(call)
        if hits is None:
            return _UNKNOWN_SCAN
        counts = {engine: len(found) for engine, found in hits.items()}
        total = sum(counts.values())
        truncated = total > _MAX_INLINE_HITS
        shown = None if truncated else hits
        common = {"code": 200, "id": call.input["data"]["id"], "status": "DONE", "totalHits": total}
        return {**common, "truncated": truncated, "hitCounts": counts, "hits": shown}

    def _scan_hits(self, call: MockCall) -> Data:
        hits = self._scan_of(call)
        if hits is None:
            return _UNKNOWN_SCAN
        data = call.input["data"]
        size, found = data.get("pageSize") or 20, hits.get(data["provider"], [])
        end = (data.get("page") or 1) * size
        common = {"code": 200, "id": data["id"], "totalHits": len(found), "truncated": end < len(found)}
        return {**common, "hits": {data["provider"]: found[end - size : end]}}

    def _link(self, _: MockCall) -> Data:
        url = f"{self.origin}/verify?linkToken={_new_id()}"
        expires_at = round(time.time() * 1000) + 7 * 24 * 3_600_000
        return {"code": 200, "msg": "OK", "data": {"url": url, "expiresAt": expires_at}}


_UNKNOWN_SCAN = {"code": 404, "message": "data.id: there is no scan of this id"}


def _new_id() -> str:
    return str(uuid.uuid4())


def _route(call: MockCall, customer_id: Any) -> tuple[Any, ...]:
    return (call.domain, call.input.get("eventType"), call.input.get("source"), customer_id)


def _status_of(execution: _Execution) -> Data:
    common = {"code": 200, "executionId": execution.id, "currentNode": {}, "output": {}, "pendingCallbackTask": {}}
    if execution.outcome == "FAILED":
        return {**common, "status": "FAILED", "caseNo": "", "caseStatus": ""}
    case = {"caseNo": execution.case_no, "caseStatus": execution.outcome}
    if execution.outcome == "UNASSIGNED":
        return {**common, "status": "WAITING", **case}
    return {**common, "status": "COMPLETED", **case, "riskScore": 0, "resolvedAt": round(time.time() * 1000)}


#: First bytes of the types that are taken.
_SIGNATURES = (
    (rb"\x89PNG", "image/png"),
    (rb"\xff\xd8\xff", "image/jpeg"),
    (rb"GIF8", "image/gif"),
    (rb"(?s)RIFF....WEBP", "image/webp"),
    (rb"II\*\x00|MM\x00\*", "image/tiff"),
    (rb"%PDF-", "application/pdf"),
)

#: Types of contents that say nothing, such as a few bytes of a test, by the extension of their names.
_BY_EXTENSION = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "pdf": "application/pdf",
}


def canned_upload(content_type: str, body: bytes) -> Data:
    """What a gateway answers to a file, by its name, size and content. Raises ``MockRefusal`` where there is none."""
    boundary = re.match(r'(?i)multipart/form-data;.*boundary="?([^";]+)', content_type)
    part = None if boundary is None else _file_part(body, boundary[1].encode())
    if part is None:
        raise MockRefusal("API_INVALID_REQUEST", 'the form has no part "file"')
    filename, content = part
    extension = filename.rsplit(".", 1)[-1].lower()
    by_content = next((name for first, name in _SIGNATURES if re.match(first, content)), None)
    found = by_content or _BY_EXTENSION.get(extension)
    if found is None:
        raise MockRefusal("API_INVALID_REQUEST", "the file is none of PNG, JPEG, GIF, WEBP, TIFF, PDF", 415)
    url = f"s3://mock/uploads/{_new_id()}.{extension}"
    return {"url": url, "filename": filename, "content_type": found, "size": len(content)}


def _file_part(form: bytes, boundary: bytes) -> tuple[str, bytes] | None:
    for part in form.split(b"--" + boundary):
        head, _, content = part.partition(b"\r\n\r\n")
        name = re.match(rb'(?i)\r\ncontent-disposition:[^\r]*name="file"[^\r]*filename="([^"]*)"', head)
        if name is not None:
            # The line break before the next boundary is not the file's.
            return name[1].decode(errors="replace"), content[:-2]
    return None
