"""One-off scans of a name."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .errors import ScanNotDoneError
from .outcomes import ScanDone, ScanFailed, ScanResult, ScanStillRunning

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

    def submit(self, data: Mapping[str, Any], *, domain: str | None = None) -> str:
        """Starts a scan and returns its id. Each engine but ``WATCHLIST`` costs a credit."""
        scan_id: str = self._client.call("quickscan.submit", {"data": data}, domain=domain)["id"]
        return scan_id

    def detail(self, scan_id: str, *, domain: str | None = None) -> Mapping[str, Any]:
        """Reads a scan as it is now."""
        detail: Mapping[str, Any] = self._client.call(
            "quickscan.detail", {"data": {"id": scan_id}}, domain=domain
        )
        return detail

    def hits(self, scan_id: str, provider: str, *, domain: str | None = None) -> Iterator[Mapping[str, Any]]:
        """Every hit of one engine, read page by page as they are taken."""
        page = 1
        while True:
            query = {"id": scan_id, "provider": provider, "page": page, "pageSize": _LARGEST_PAGE}
            answer = self._client.call("quickscan.hits", {"data": query}, domain=domain)
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
        customer_type: str,
        providers: Sequence[str],
        provider_settings: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        domain: str | None = None,
    ) -> ScanResult:
        """Submits, polls until the scan ends, and fetches all its hits."""
        data: dict[str, Any] = {"name": name, "customerType": customer_type, "providers": list(providers)}
        if provider_settings is not None:
            data["providerSettings"] = provider_settings
        deadline = None if timeout is None else time.monotonic() + timeout
        scan_id = self.submit(data, domain=domain)
        pause = _FIRST_LOOK
        while True:
            time.sleep(pause if deadline is None else max(0.0, min(pause, deadline - time.monotonic())))
            pause = _INTERVAL
            scan = self.detail(scan_id, domain=domain)
            if scan["status"] == "FAILED":
                return ScanFailed(scan_id)
            if scan["status"] == "DONE":
                hits = scan["hits"]
                if hits is None:
                    hits = {
                        each: list(self.hits(scan_id, each, domain=domain))
                        for each in dict.fromkeys(providers)
                    }
                return ScanDone(scan_id, scan["totalHits"], hits)
            if deadline is not None and time.monotonic() >= deadline:
                return ScanStillRunning(scan_id)
