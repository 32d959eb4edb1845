"""What schemathesis is told of the interface: how calls are signed, what bodies are strict JSON, which values are taken."""

import hashlib
import hmac
import itertools
import os
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import schemathesis
from requests.auth import AuthBase


# Sessions of hosted flows, used in turn: each takes a bounded number of calls a minute.
sessions = itertools.cycle(os.environ.get("GATEHOUSE_SDK_TOKENS", "").split(","))


class Signed(AuthBase):
    """Signs the exact bytes of the body, under the key and domain of the environment."""

    def __call__(self, request):
        parts = urlsplit(request.url)
        if parts.path.startswith("/verify/") and "Authorization" in request.headers:
            request.headers["Authorization"] = f"Bearer {next(sessions)}"
        if not parts.path.startswith("/gateway/"):
            return request
        body = request.body or b""
        signed = body.encode() if isinstance(body, str) else body
        secret = os.environ["GATEHOUSE_API_SECRET"].encode()
        query = [
            (name, value)
            for name, value in parse_qsl(parts.query, keep_blank_values=True)
            if name not in ("apiKey", "sign")
        ]
        query.append(("apiKey", os.environ["GATEHOUSE_API_KEY"]))
        query.append(("sign", hmac.new(secret, signed, hashlib.sha256).hexdigest()))
        request.url = urlunsplit(parts._replace(query=urlencode(query)))
        if "x-domain" in request.headers:
            request.headers["x-domain"] = os.environ["GATEHOUSE_DOMAIN"]
        return request


schemathesis.auth.set_from_requests(Signed())


def is_exact(value):
    """Whether a double holds every whole number of a JSON value exactly: strict JSON has no others."""
    if isinstance(value, dict):
        return all(is_exact(member) for member in value.values())
    if isinstance(value, list):
        return all(is_exact(element) for element in value)
    return not isinstance(value, int) or abs(value) <= 2**53 - 1


@schemathesis.hook
def filter_body(context, body):
    return is_exact(body)


@schemathesis.hook
def map_body(context, body):
    """Uploads carry a live token, where they carry one: nothing behind it would be reached otherwise."""
    token = os.environ.get("GATEHOUSE_UPLOAD_TOKEN")
    if token is not None and isinstance(body, dict) and isinstance(body.get("uploadToken"), str):
        return {**body, "uploadToken": token}
    return body


def has_long_character(value):
    if isinstance(value, dict):
        return any(has_long_character(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(has_long_character(element) for element in value)
    return isinstance(value, str) and any(ord(character) > 0xFFFF for character in value)


def is_below(place, rules):
    return any(place == rule or place.startswith((rule + ".", rule + "[")) for rule in rules)


@schemathesis.check
def schema_valid_is_accepted(ctx, response, case):
    """What the schemas allow is accepted, but for rules that the operation states in words (`x-further-rules`)."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code not in (400, 413, 415, 422):
        return
    # JSON Schema counts characters, the service UTF-16 code units: what lies beyond U+FFFF counts twice.
    if has_long_character(case.body) or has_long_character(case.query):
        return
    refusal = response.json()
    rules = case.operation.definition.raw.get("x-further-rules", {})
    if refusal.get("code") == "DEFINITION_FAULTS" or ("apiCode" in refusal and rules):
        return
    if refusal.get("code") in ("INVALID", "MALFORMED") and is_below(refusal.get("field", "body"), rules):
        return
    raise AssertionError(f"A value that the schemas allow is refused: {response.status_code} {response.text[:300]}")
