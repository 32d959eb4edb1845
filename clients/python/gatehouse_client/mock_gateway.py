"""For your own tests: a gateway on the loopback interface that checks calls as a real one does, and screens nothing."""

from __future__ import annotations

import json
import threading
import urllib.parse
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypedDict

from .mock_answers import CannedAnswers, Data, Hits, MockOutcome, canned_upload
from .mock_checks import RULES, MockCall, MockKey, MockRefusal, check_call, fault_of_input

__all__ = ["MockAnswer", "MockCall", "MockError", "MockGateway", "MockHangUp", "MockOutcome"]


@dataclass(frozen=True)
class MockAnswer:
    """``data`` of an accepted call, a refusal by ``data.code`` included."""

    data: Any
    headers: Mapping[str, str] | None = None


@dataclass(frozen=True)
class MockError:
    """An error of the gateway's catalogue, such as ``SERVICE_TIME_OUT``."""

    error: str
    detail: str | None = None
    headers: Mapping[str, str] | None = None
    http_status: int | None = None


@dataclass(frozen=True)
class MockHangUp:
    """The connection is cut in place of an answer; ``takes_effect``: after the call did what it does."""

    takes_effect: bool = False


Scripted = MockAnswer | MockError | MockHangUp


class MockSettings(TypedDict):
    """What ``Client`` and ``AsyncClient`` need to call it."""

    base_url: str
    api_key: str
    secret: str
    domain: str


#: Operations whose answers repeat the key that a call was sent with.
_ECHOING = ("workflow.apply.submit", "workflow.apply.query")
_UPLOAD_PATH = "/storage/api/v1/upload/file"


class MockGateway:
    """Started at once; close it, or use it as a context manager. It screens nothing and keeps nothing.

    ``outcome`` says how a submit ends and ``hits`` what a scan finds, each as a value or by the call's ``data``.
    ``answer`` answers the n-th call (from 0) of an operation; None leaves it to the canned answers. All three may be
    set later.
    """

    def __init__(
        self,
        *,
        outcome: MockOutcome | Callable[[Data], MockOutcome] = "APPROVED",
        hits: Hits | Callable[[Data], Hits] | None = None,
        answer: Callable[[MockCall, int], Scripted | None] | None = None,
        api_key: str = "ak_mock",
        secret: str = "secret of the mock gateway",
        domains: Sequence[str] = ("retail",),
        port: int = 0,
    ) -> None:
        """``port`` is a free one unless given."""
        self.outcome: MockOutcome | Callable[[Data], MockOutcome] = outcome
        self.hits: Hits | Callable[[Data], Hits] = {} if hits is None else hits
        self.answer = answer
        #: The calls that passed the checks, in order.
        self.calls: list[MockCall] = []
        self._key = MockKey(api_key, secret, domains)
        self._canned = CannedAnswers(self._outcome_of, self._hits_of)
        #: Body and data of submits, by domain and idempotency key.
        self._kept: dict[tuple[str, str], tuple[bytes, Data]] = {}
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler_of(self))
        self._canned.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.settings: MockSettings = {
            "base_url": f"{self._canned.origin}/gateway",
            "api_key": api_key,
            "secret": secret,
            "domain": domains[0],
        }
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def __enter__(self) -> MockGateway:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the gateway."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _outcome_of(self, data: Data) -> MockOutcome:
        return self.outcome(data) if callable(self.outcome) else self.outcome

    def _hits_of(self, data: Data) -> Hits:
        return self.hits(data) if callable(self.hits) else self.hits

    def respond(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Scripted:
        """The answer to one request."""
        url = urllib.parse.urlsplit(target)
        try:
            with self._lock:
                if url.path == _UPLOAD_PATH:
                    return MockAnswer(canned_upload(headers.get("content-type", ""), body))
                return self._answer(check_call(method, url.query, headers, body, self._key))
        except MockRefusal as refusal:
            return MockError(refusal.error, str(refusal), http_status=refusal.http_status)
        except Exception as error:  # a fault of what the test scripted
            return MockError("GATEWAY_ERROR", f"the mock gateway failed: {type(error).__name__}")

    def _answer(self, call: MockCall) -> Scripted:
        n = sum(each.operation == call.operation for each in self.calls)
        self.calls.append(call)
        refusal = _refuse_input(call)
        if refusal is not None:
            return refusal
        scripted = None if self.answer is None else self.answer(call, n)
        if scripted is None:
            return self._remember(call)
        if isinstance(scripted, MockHangUp) and scripted.takes_effect:
            self._remember(call)
        return scripted

    def _remember(self, call: MockCall) -> MockAnswer:
        """The canned answer; of a submit that was sent before under its key, the same again."""
        key = call.headers.get("idempotency-key")
        if key is None or call.operation not in _ECHOING:
            return MockAnswer(self._canned.answer(call))
        headers = {"idempotency-key": key}
        if call.operation != "workflow.apply.submit":
            return MockAnswer(self._canned.answer(call), headers)
        known = self._kept.get((call.domain, key))
        if known is None:
            data = self._canned.answer(call)
            self._kept[call.domain, key] = (call.body, data)
            return MockAnswer(data, headers)
        if known[0] != call.body:
            message = "Idempotency-Key: another submit was sent with it"
            return MockAnswer({"code": 400, "message": message, **_refused_submit()}, headers)
        return MockAnswer(known[1], {**headers, "idempotency-replayed": "true"})


def _refuse_input(call: MockCall) -> MockAnswer | None:
    """What a gateway answers to an input that breaks the operation's schema; refuses by itself with ``MockRefusal``."""
    rules = RULES["operations"][call.operation]
    fault = fault_of_input(rules["schema"], call.input) if call.version == rules["newest"] else None
    if fault is None:
        return None
    if fault.kind == "shape" and rules["missingField"] == "gateway":
        raise MockRefusal("API_INVALID_REQUEST", fault.message)
    return MockAnswer({"code": 400, "message": fault.message, **_refused_members(call.operation, fault.message)})


def _refused_members(operation: str, message: str) -> Data:
    """What refusals of some operations have beside ``code`` and ``message``."""
    if operation == "sdk.launch.link.generate":
        return {"msg": message, "data": {}}
    if operation == "workflow.apply.submit":
        return _refused_submit()
    return {"executionId": "", "status": ""} if operation == "workflow.apply.query" else {}


def _refused_submit() -> Data:
    return {"executionId": "", "status": "", "requestId": str(uuid.uuid4()), "sync": False}


def _envelope_of(answer: MockAnswer | MockError) -> tuple[int, Data, dict[str, str]]:
    headers = dict(answer.headers or {})
    if isinstance(answer, MockAnswer):
        return 200, {"apiCode": 200, "apiMsg": "OK", "data": answer.data}, headers
    known = RULES["errors"][answer.error]
    if answer.detail is not None:
        headers = {"x-error-detail": answer.detail, **headers}
    body = {"apiCode": known["apiCode"], "apiMsg": answer.error, "data": None}
    return answer.http_status or known["httpStatus"], body, headers


def _handler_of(gateway: MockGateway) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body leave in one packet, or the second waits for the acknowledgement of the first.
        wbufsize = 65_536

        def _respond(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = gateway.respond(self.command, self.path, headers, body)
            if isinstance(answer, MockHangUp):
                self.close_connection = True
                return
            status, envelope, more = _envelope_of(answer)
            sent = json.dumps(envelope, ensure_ascii=False).encode()
            self.send_response(status)
            base = {"content-type": "application/json", "x-request-id": str(uuid.uuid4())}
            for name, value in {**base, **more, "content-length": str(len(sent))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

        do_DELETE = do_GET = do_PATCH = do_POST = do_PUT = _respond

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing: the output belongs to the tests."""

    return Handler
