"""Signs the calls of the client that openapi-python-client writes."""

import hashlib
import hmac
import os

import httpx
from gatehouse_client import AuthenticatedClient


def signed_client(settings: dict[str, str] | None = None) -> AuthenticatedClient:
    """A client whose calls of the gateway are signed: the exact bytes of the body, under the key's secret.

    The settings are those of `data/demo.env`, by default from the environment.
    """
    values = os.environ if settings is None else settings
    api_key, secret = values["GATEHOUSE_API_KEY"], values["GATEHOUSE_API_SECRET"]
    origin = values["GATEHOUSE_BASE_URL"].removesuffix("/gateway")

    def sign(request: httpx.Request) -> None:
        if not request.url.path.startswith("/gateway/"):
            return
        digest = hmac.new(secret.encode(), request.read(), hashlib.sha256).hexdigest()
        request.url = request.url.copy_merge_params({"apiKey": api_key, "sign": digest})

    # The generator asks for a token; the HTTP client that is set here signs instead, and sends none.
    client = AuthenticatedClient(base_url=origin, token="")
    return client.set_httpx_client(
        httpx.Client(base_url=origin, timeout=32, event_hooks={"request": [sign]})
    )
