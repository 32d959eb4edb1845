"""Signs the calls that schemathesis makes: the exact bytes of the body, under the key and domain of the environment."""

import hashlib
import hmac
import os
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import schemathesis
from requests.auth import AuthBase


class Signed(AuthBase):
    def __call__(self, request):
        parts = urlsplit(request.url)
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
