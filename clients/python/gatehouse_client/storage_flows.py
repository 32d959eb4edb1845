"""The flow of an upload."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Mapping
from typing import BinaryIO, cast

from .core import Core
from .errors import GatewayCallError
from .flows import Flow
from .transport import SignedCall
from .wire_types import UploadedFile

#: Seconds: the service takes two minutes for a file, and what it does with it afterwards.
_TIMEOUT = 180.0
#: Seconds: a token that ends while its file is on the way would be fetched for nothing.
_TOKEN_RESERVE = 150.0


class StorageFlows:
    """What the methods of ``client.storage`` do; those say what each takes."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._url = core.storage_url.rstrip("/") + "/api/v1/upload/file"
        #: Token and the time when it is no longer used, by domain.
        self._tokens: dict[str, tuple[str, float]] = {}

    def upload(
        self,
        content: bytes | BinaryIO,
        filename: str,
        content_type: str,
        *,
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Flow[UploadedFile]:
        """Uploads a file. A refused token is replaced once."""
        if re.search(r"[\r\n]", content_type):
            raise ValueError("content_type must be a media type")
        body = content if isinstance(content, bytes) else content.read()
        place = domain or self._core.endpoint.domain

        def send() -> Flow[UploadedFile]:
            token = yield from self._token(place)
            form, boundary = _form(token, body, filename, content_type)
            sent = {
                **(headers or {}),
                "User-Agent": self._core.endpoint.user_agent,
                "Content-Type": f"multipart/form-data; boundary={boundary}",
            }
            call = SignedCall("upload", self._url, form, sent, timeout or _TIMEOUT, place)
            answer = yield from self._core.send(call, "answered")
            return cast(UploadedFile, answer.data)

        try:
            return (yield from send())
        except GatewayCallError as error:
            if error.http_status != 401:
                raise
            self._tokens.pop(place, None)
            return (yield from send())

    def _token(self, domain: str) -> Flow[str]:
        known = self._tokens.get(domain)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        answer = yield from self._core.call("storage.upload.token", {}, domain=domain)
        token: str = answer["uploadToken"]
        self._tokens[domain] = (token, time.monotonic() + answer["expiresIn"] - _TOKEN_RESERVE)
        return token


def _form(token: str, body: bytes, filename: str, content_type: str) -> tuple[bytes, str]:
    """The form and its boundary. The token comes first, so that it is checked before the file is read."""
    boundary = f"gatehouse-{uuid.uuid4()}"
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="uploadToken"\r\n\r\n{token}\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_quoted(filename)}"\r\n'
        f"Content-Type: {content_type}\r\n\r\n"
    )
    return head.encode() + body + f"\r\n--{boundary}--\r\n".encode(), boundary


def _quoted(name: str) -> str:
    """As browsers write a name into a form."""
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
