"""What the mock gateway refuses, in the order of a gateway. The rules are data that the mock of the SDK is made with too."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import urllib.parse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

RULES: Mapping[str, Any] = json.loads(
    resources.files("gatehouse_client").joinpath("mock_rules.gen.json").read_text(encoding="utf-8")
)


class MockRefusal(Exception):
    """Refuses a call as a gateway does."""

    def __init__(self, error: str, detail: str, http_status: int | None = None) -> None:
        self.error = error
        self.http_status = RULES["errors"][error]["httpStatus"] if http_status is None else http_status
        super().__init__(detail)


@dataclass(frozen=True)
class MockKey:
    """Who may call."""

    api_key: str
    secret: str = field(repr=False)
    domains: Sequence[str]


@dataclass(frozen=True)
class MockCall:
    """A call that passed every check; names of headers in lower case."""

    operation: str
    version: str
    domain: str
    headers: Mapping[str, str]
    #: The parsed body.
    input: Mapping[str, Any]
    body: bytes


def check_call(method: str, query: str, headers: Mapping[str, str], body: bytes, key: MockKey) -> MockCall:
    """The gateway's checks, in its order. Raises ``MockRefusal`` at the first that fails."""
    if method != "POST":
        raise MockRefusal("API_INVALID_REQUEST", "the method must be POST", 405)
    if len(body) > RULES["bodyLimit"]:
        raise MockRefusal("API_INVALID_REQUEST", f"the body may have {RULES['bodyLimit']} bytes", 413)
    asked = _read_query(query)
    if asked["apiKey"] != key.api_key:
        raise MockRefusal("TENANT_NOT_FOUND", "apiKey is unknown, disabled or expired")
    expected = hmac.new(key.secret.encode(), body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, asked["sign"]):
        detail = "sign is not the HMAC-SHA256 of the body as received, keyed by the secret of apiKey"
        raise MockRefusal("SIGN_ERROR", detail)
    operation, version = _read_operation(asked)
    domain = _read_domain(headers, key)
    return MockCall(operation, version, domain, headers, _read_body(body), body)


def _read_query(query: str) -> Mapping[str, str]:
    values = urllib.parse.parse_qs(query, keep_blank_values=True)
    for name in ("api", "apiVersion", "apiKey", "sign"):
        found = values.get(name, [])
        if not found or (found[0] == "" and name != "sign"):
            raise MockRefusal("API_INVALID_REQUEST", f"{name} is missing")
        if len(found) > 1:
            raise MockRefusal("API_INVALID_REQUEST", f"{name} stands more than once")
    if not re.fullmatch(r"[0-9a-f]{64}", values["sign"][0]):
        raise MockRefusal("SIGN_ERROR", "sign must be 64 lowercase hexadecimal digits")
    return {name: found[0] for name, found in values.items()}


def _read_operation(asked: Mapping[str, str]) -> tuple[str, str]:
    operation, version = asked["api"], asked["apiVersion"]
    if operation not in RULES["operations"]:
        raise MockRefusal("API_NOT_FOUND", "api is not an operation")
    accepted = RULES["operations"][operation]["versions"]
    if version not in accepted if accepted else not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", version):
        wanted = " or ".join(accepted) if accepted else "of the form N.N.N"
        raise MockRefusal("API_NOT_FOUND", f"apiVersion of {operation} must be {wanted}")
    return operation, version


def _read_domain(headers: Mapping[str, str], key: MockKey) -> str:
    content_type = headers.get("content-type", "")
    if not re.fullmatch(r'application/json\s*(?:;\s*charset="?utf-8"?\s*)?', content_type, re.IGNORECASE):
        raise MockRefusal("API_INVALID_REQUEST", "Content-Type must be application/json", 415)
    domain = headers.get("x-domain", "")
    if domain == "":
        raise MockRefusal("API_INVALID_REQUEST", "x-domain is missing")
    if domain not in key.domains:
        raise MockRefusal("API_NON_AUTHORIZED", "the key may not use this x-domain")
    return domain


def _read_body(body: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(body.decode("utf-8"))
    except ValueError:
        raise MockRefusal("API_INVALID_REQUEST", "body is not acceptable JSON") from None
    if not isinstance(value, dict):
        raise MockRefusal("API_INVALID_REQUEST", "body is not acceptable JSON: an object is expected")
    return value


@dataclass(frozen=True)
class InputFault:
    """What is wrong with an input."""

    #: ``shape``: something is missing or of another JSON type; ``value``: a value of the right type is refused.
    kind: str
    message: str


Schema = Mapping[str, Any]


def fault_of_input(schema: Schema, value: Any, path: str = "") -> InputFault | None:
    """The first fault of a value by its JSON Schema. Members that are null count as missing, as at a gateway."""
    options = schema.get("oneOf", schema.get("anyOf"))
    if options is not None:
        return _fault_of_options(options, value, path)
    if "const" in schema or "enum" in schema:
        return _fault_of_choice(schema.get("enum", [schema.get("const")]), value, path)
    wanted = schema.get("type")
    if wanted is not None and not _is_of_type(value, wanted):
        return InputFault("shape", f"{path or 'the body'} must be of type {wanted}")
    check = _CHECKS.get(_type_of(value))
    return None if check is None else check(schema, value, path)


def _type_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    return "object" if isinstance(value, dict) else "null"


def _is_of_type(value: Any, wanted: str) -> bool:
    if wanted == "integer":
        return _type_of(value) == "number" and float(value).is_integer()
    return _type_of(value) == wanted


def _fault_of_options(options: Sequence[Schema], value: Any, path: str) -> InputFault | None:
    """Of several forms the one that fits furthest says what is wrong: the one whose fixed members agree."""
    faults = [(option, fault_of_input(option, value, path)) for option in options]
    if any(fault is None for _, fault in faults):
        return None
    option, fault = next((each for each in faults if _has_fixed_members(each[0], value)), faults[0])
    if "properties" in option:
        return fault
    is_shape = all(each is not None and each.kind == "shape" for _, each in faults)
    return InputFault("shape" if is_shape else "value", f"{path} is not acceptable")


def _has_fixed_members(schema: Schema, value: Any) -> bool:
    given = value if isinstance(value, dict) else {}
    return all(
        _is_chosen(member.get("enum", [member.get("const")]), given.get(name))
        for name, member in schema.get("properties", {}).items()
        if "const" in member or "enum" in member
    )


def _is_chosen(choice: Sequence[Any], value: Any) -> bool:
    # True is 1 in Python, and not in JSON.
    return any(each == value and _type_of(each) == _type_of(value) for each in choice)


def _fault_of_choice(choice: Sequence[Any], value: Any, path: str) -> InputFault | None:
    if _is_chosen(choice, value):
        return None
    kind = "value" if any(_type_of(each) == _type_of(value) for each in choice) else "shape"
    return InputFault(kind, f"{path} must be {' or '.join(json.dumps(each) for each in choice)}")


def _fault_of_text(schema: Schema, text: str, path: str) -> InputFault | None:
    if len(text.encode("utf-16-le")) // 2 > schema.get("maxLength", float("inf")):
        return InputFault("value", f"{path} may have {schema['maxLength']} characters")
    pattern = schema.get("pattern")
    if pattern is not None and not re.search(pattern.replace("$", r"\Z").replace(r"\d", "[0-9]"), text):
        said = "must not be blank" if pattern == r"\S" else f"must match {pattern}"
        return InputFault("value", f"{path} {said}")
    return None


def _fault_of_number(schema: Schema, value: float, path: str) -> InputFault | None:
    minimum, maximum = schema.get("minimum", "-Infinity"), schema.get("maximum", "Infinity")
    if float(minimum) <= value <= float(maximum):
        return None
    return InputFault("value", f"{path} must be between {minimum} and {maximum}")


def _fault_of_list(schema: Schema, items: Sequence[Any], path: str) -> InputFault | None:
    minimum, maximum = schema.get("minItems", 0), schema.get("maxItems", "Infinity")
    if not minimum <= len(items) <= float(maximum):
        return InputFault("value", f"{path} must have {minimum} to {maximum} items")
    item = schema.get("items", {})
    return _first(fault_of_input(item, each, f"{path}[{index}]") for index, each in enumerate(items))


def _fault_of_object(schema: Schema, value: Mapping[str, Any], path: str) -> InputFault | None:
    properties: Mapping[str, Schema] = schema.get("properties", {})
    given = {name: member for name, member in value.items() if member is not None}

    def place(name: str) -> str:
        return name if path == "" else f"{path}.{name}"

    for name in schema.get("required", []):
        if name not in given:
            return InputFault("shape", f"{place(name)} is missing")
    if schema.get("additionalProperties") is False:
        for name in given:
            if name not in properties:
                return InputFault("value", f"{place(name)} is not known")
    members = ((properties[name], member, place(name)) for name, member in given.items() if name in properties)
    fault = _first(fault_of_input(*member) for member in members)
    if fault is not None:
        return fault
    for name, others in schema.get("dependentRequired", {}).items():
        if name in given and any(other not in given for other in others):
            return InputFault("value", f"{place(name)} needs {', '.join(others)}")
    return None


def _first(faults: Iterable[InputFault | None]) -> InputFault | None:
    return next((fault for fault in faults if fault is not None), None)


_CHECKS: Mapping[str, Callable[[Schema, Any, str], InputFault | None]] = {
    "string": _fault_of_text,
    "number": _fault_of_number,
    "array": _fault_of_list,
    "object": _fault_of_object,
}
