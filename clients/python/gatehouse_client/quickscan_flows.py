"""Flows of one-off scans of a name."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from .core import Core
from .errors import ScanNotDoneError
from .flows import CallOptions, Flow, Pause, PlaceOptions
from .outcomes import ScanDone, ScanFailed, ScanResult, ScanStillRunning
from .wire_types import Engine, Hit, QuickscanDetailData, ScanSettings, ScanSubject

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Seconds: a first look, because a local list is searched in milliseconds; then as the interface says.
_FIRST_LOOK = 0.25
_INTERVAL = 3.0
_LARGEST_PAGE = 100


class QuickscanFlows:
    """What the methods of ``client.quickscan`` do; those say what each takes."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def submit(self, data: ScanSubject | Mapping[str, Any], **options: Unpack[CallOptions]) -> Flow[str]:
        """Starts a scan and returns its id."""
        answer = yield from self._core.call("quickscan.submit", {"data": data}, **options)
        return cast(str, answer["id"])

    def detail(self, scan_id: str, **options: Unpack[CallOptions]) -> Flow[QuickscanDetailData]:
        """Reads a scan as it is now."""
        answer = yield from self._core.call("quickscan.detail", {"data": {"id": scan_id}}, **options)
        return cast(QuickscanDetailData, answer)

    def page(
        self, scan_id: str, provider: Engine, number: int, **options: Unpack[CallOptions]
    ) -> Flow[tuple[list[Hit], bool]]:
        """One page of an engine's hits, from 1, and whether there are more. Raises ``ScanNotDoneError``."""
        query = {"id": scan_id, "provider": provider, "page": number, "pageSize": _LARGEST_PAGE}
        answer = yield from self._core.call("quickscan.hits", {"data": query}, **options)
        if "status" in answer:
            raise ScanNotDoneError(scan_id, answer["status"])
        return answer["hits"].get(provider, []), answer["truncated"]

    def run(
        self,
        name: str,
        customer_type: Literal["Individual", "Business", 1, 2],
        providers: Sequence[Engine],
        provider_settings: ScanSettings | None,
        timeout: float | None,
        **options: Unpack[PlaceOptions],
    ) -> Flow[ScanResult]:
        """Submits, polls until the scan ends, and fetches all its hits."""
        data: dict[str, Any] = {"name": name, "customerType": customer_type, "providers": list(providers)}
        if provider_settings is not None:
            data["providerSettings"] = provider_settings
        deadline = None if timeout is None else time.monotonic() + timeout
        scan_id = yield from self.submit(data, **options)
        pause = _FIRST_LOOK
        while True:
            yield Pause(pause if deadline is None else max(0.0, min(pause, deadline - time.monotonic())))
            pause = _INTERVAL
            scan = yield from self.detail(scan_id, **options)
            if scan["status"] == "FAILED":
                return ScanFailed(scan_id)
            if scan["status"] == "DONE":
                shown = scan["hits"]
                if shown is not None:
                    return ScanDone(scan_id, scan["totalHits"], cast("dict[str, list[Hit]]", shown))
                hits: dict[str, list[Hit]] = {}
                for each in dict.fromkeys(providers):
                    hits[each] = yield from self._all_hits(scan_id, each, options)
                return ScanDone(scan_id, scan["totalHits"], hits)
            if deadline is not None and time.monotonic() >= deadline:
                return ScanStillRunning(scan_id)

    def _all_hits(self, scan_id: str, provider: Engine, options: PlaceOptions) -> Flow[list[Hit]]:
        hits: list[Hit] = []
        number, more = 1, True
        while more:
            shown, more = yield from self.page(scan_id, provider, number, **options)
            hits += shown
            number += 1
        return hits
