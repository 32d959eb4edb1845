"""One-off scans of a name."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from .errors import ScanNotDoneError
from .outcomes import ScanDone, ScanFailed, ScanResult, ScanStillRunning
from .wire_types import Engine, Hit, QuickscanDetailData, ScanSettings, ScanSubject

if TYPE_CHECKING:
    from .client import Client

#: Seconds: a first look, because a local list is searched in milliseconds; then as the interface says.
_FIRST_LOOK = 0.25
_INTERVAL = 3.0
_LARGEST_PAGE = 100


class Quickscan:
    """``client.quickscan``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def submit(
        self,
        data: ScanSubject | Mapping[str, Any],
        *,
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> str:
        """Starts a scan and returns its id. Each engine but ``WATCHLIST`` costs a credit."""
        payload = {"data": data}
        answer = self._client.call("quickscan.submit", payload, domain=domain, timeout=timeout, headers=headers)
        return cast(str, answer["id"])

    def detail(
        self,
        scan_id: str,
        *,
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> QuickscanDetailData:
        """Reads a scan as it is now."""
        payload = {"data": {"id": scan_id}}
        answer = self._client.call("quickscan.detail", payload, domain=domain, timeout=timeout, headers=headers)
        return cast(QuickscanDetailData, answer)

    def hits(
        self,
        scan_id: str,
        provider: Engine,
        *,
        domain: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Hit]:
        """Every hit of one engine, read page by page as you take them.

        Raises ``ScanNotDoneError`` for a scan that is running or failed.
        """
        page = 1
        while True:
            query = {"id": scan_id, "provider": provider, "page": page, "pageSize": _LARGEST_PAGE}
            answer = self._client.call(
                "quickscan.hits", {"data": query}, domain=domain, timeout=timeout, headers=headers
            )
            if "status" in answer:
                raise ScanNotDoneError(scan_id, answer["status"])
            yield from answer["hits"].get(provider, [])
            if not answer["truncated"]:
                return
            page += 1

    def run(
        self,
        *,
        name: str,
        customer_type: Literal["Individual", "Business", 1, 2],
        providers: Sequence[Engine],
        provider_settings: ScanSettings | None = None,
        timeout: float | None = None,
        domain: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> ScanResult:
        """Submits, polls until the scan ends, and fetches all its hits. After ``timeout`` seconds it stops waiting."""
        data: dict[str, Any] = {"name": name, "customerType": customer_type, "providers": list(providers)}
        if provider_settings is not None:
            data["providerSettings"] = provider_settings
        deadline = None if timeout is None else time.monotonic() + timeout
        scan_id = self.submit(data, domain=domain, headers=headers)
        pause = _FIRST_LOOK
        while True:
            time.sleep(pause if deadline is None else max(0.0, min(pause, deadline - time.monotonic())))
            pause = _INTERVAL
            scan = self.detail(scan_id, domain=domain, headers=headers)
            if scan["status"] == "FAILED":
                return ScanFailed(scan_id)
            if scan["status"] == "DONE":
                shown = scan["hits"]
                if shown is not None:
                    return ScanDone(scan_id, scan["totalHits"], cast("dict[str, list[Hit]]", shown))
                hits = {
                    str(each): list(self.hits(scan_id, each, domain=domain, headers=headers))
                    for each in dict.fromkeys(providers)
                }
                return ScanDone(scan_id, scan["totalHits"], hits)
            if deadline is not None and time.monotonic() >= deadline:
                return ScanStillRunning(scan_id)
