"""The settings that both clients take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from .core import Core
from .hooks import Hooks
from .quickscan_flows import QuickscanFlows
from .retry import RetryPolicy
from .storage_flows import StorageFlows
from .transport import SignedCall
from .workflow_flows import WorkflowFlows


if TYPE_CHECKING:
    from typing_extensions import NotRequired


class ClientSettings(TypedDict):
    """What ``BaseClient`` takes beside the address."""

    api_key: str
    secret: str
    domain: str
    cancelled_status: NotRequired[str | None]
    retry: NotRequired[RetryPolicy | None]
    hooks: NotRequired[Hooks | None]
    application: NotRequired[str | None]
    storage_url: NotRequired[str | None]


class BaseClient:
    """``Client`` and ``AsyncClient`` have the same settings."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str,
        secret: str,
        domain: str,
        cancelled_status: str | None = None,
        retry: RetryPolicy | None = None,
        hooks: Hooks | None = None,
        application: str | None = None,
        storage_url: str | None = None,
    ) -> None:
        """``base_url`` is the gateway's address, ``domain`` the business domain.

        ``cancelled_status`` is what the deployment calls a cancelled execution; without it, none is taken for one.
        ``application`` names your program in ``User-Agent``, such as ``onboarding/3.1``. Files go to ``storage_url``;
        without it, to ``base_url`` with ``/storage`` in place of ``/gateway``. Raises ``ValueError`` on settings that
        cannot work.
        """
        self._core = Core(
            base_url,
            api_key=api_key,
            secret=secret,
            domain=domain,
            cancelled_status=cancelled_status,
            retry=retry,
            hooks=hooks,
            application=application,
            storage_url=storage_url,
        )
        self._workflow = WorkflowFlows(self._core)
        self._quickscan = QuickscanFlows(self._core)
        self._storage = StorageFlows(self._core)

    def sign(self, operation: str, payload: Mapping[str, Any], **options: Any) -> SignedCall:
        """Signs a call without sending it: ``url``, ``body`` and ``headers``. The options are those of ``call``."""
        return self._core.sign(operation, payload, **options)
