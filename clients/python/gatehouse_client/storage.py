"""Uploads of files."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO, cast

from .errors import GatewayCallError
from .transport import SignedCall
from .wire_types import UploadedFile

if TYPE_CHECKING:
    from .client import Client

#: Seconds: the service takes two minutes for a file, and what it does with it afterwards.
_TIMEOUT = 180.0
#: Seconds: a token that ends while its file is on the way would be fetched for nothing.
_TOKEN_RESERVE = 150.0


class Storage:
    """``client.storage``."""

    def __init__(self, client: Client, url: str, user_agent: str, domain: str) -> None:
        self._client = client
        self._url = url.rstrip("/") + "/api/v1/upload/file"
        self._user_agent = user_agent
        self._domain = domain
        #: Token and the time when it is no longer used, by domain.
        self._tokens: dict[str, tuple[str, float]] = {}

    def upload(
        self,
        content: bytes | BinaryIO,
        *,
        filename: str,
        content_type: str = "application/octet-stream",
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> UploadedFile:
        """Uploads a file of at most 20 MB: bytes, or a file that is open for reading them, which is read to its end.

        The ``url`` of the answer may be in ``data`` of a submit in the same domain. Without ``content_type``, the
        content alone decides. A refused token is replaced once.
        """
        if re.search(r"[\r\n]", content_type):
            raise ValueError("content_type must be a media type")
        body = content if isinstance(content, bytes) else content.read()
        place = domain or self._domain

        def send() -> UploadedFile:
            call = self._call(body, filename, content_type, place, timeout or _TIMEOUT, headers or {})
            return cast(UploadedFile, self._client.send(call, "answered").data)

        try:
            return send()
        except GatewayCallError as error:
            if error.http_status != 401:
                raise
            self._tokens.pop(place, None)
            return send()

    def _call(
        self,
        body: bytes,
        filename: str,
        content_type: str,
        domain: str,
        timeout: float,
        headers: Mapping[str, str],
    ) -> SignedCall:
        boundary = f"gatehouse-{uuid.uuid4()}"
        # The token comes first, so that it is checked before the file is read.
        head = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="uploadToken"\r\n\r\n{self._token(domain)}\r\n'
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_quoted(filename)}"\r\n'
            f"Content-Type: {content_type}\r\n\r\n"
        )
        form = head.encode() + body + f"\r\n--{boundary}--\r\n".encode()
        sent = {
            **headers,
            "User-Agent": self._user_agent,
            "Content-Type": f"multipart/form-data; boundary={boundary}",
        }
        return SignedCall("upload", self._url, form, sent, timeout, domain)

    def _token(self, domain: str) -> str:
        known = self._tokens.get(domain)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        answer = self._client.call("storage.upload.token", {}, domain=domain)
        token: str = answer["uploadToken"]
        self._tokens[domain] = (token, time.monotonic() + answer["expiresIn"] - _TOKEN_RESERVE)
        return token


def _quoted(name: str) -> str:
    """As browsers write a name into a form."""
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
