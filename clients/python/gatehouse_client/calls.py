"""``call`` of both clients, typed by operation. Written by npm run docs from docs/openapi.json: change the contract."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from .flows import CallOptions
from .wire_types import (
    PreparePlatformConfigData,
    PreparePlatformConfigRequest,
    QuickscanDetailData,
    QuickscanDetailRequest,
    QuickscanHitsData,
    QuickscanHitsRequest,
    QuickscanSubmitData,
    QuickscanSubmitRequest,
    SdkLaunchLinkGenerateData,
    SdkLaunchLinkGenerateRequest,
    StorageUploadTokenData,
    StorageUploadTokenRequest,
    WorkflowApplyQueryData,
    WorkflowApplyQueryRequest,
    WorkflowApplySubmitData,
    WorkflowApplySubmitRequest,
    WorkflowExecutionStatusData,
    WorkflowExecutionStatusRequest,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Calls(ABC):
    """``call`` by the name of an operation."""

    @abstractmethod
    def _call(self, operation: str, payload: Mapping[str, Any], options: Mapping[str, Any]) -> Any: ...

    @overload
    def call(
        self,
        operation: Literal["sdk.launch.link.generate"],
        payload: SdkLaunchLinkGenerateRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> SdkLaunchLinkGenerateData: ...

    @overload
    def call(
        self,
        operation: Literal["workflow.apply.submit"],
        payload: WorkflowApplySubmitRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> WorkflowApplySubmitData: ...

    @overload
    def call(
        self,
        operation: Literal["workflow.execution.status"],
        payload: WorkflowExecutionStatusRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> WorkflowExecutionStatusData: ...

    @overload
    def call(
        self,
        operation: Literal["workflow.apply.query"],
        payload: WorkflowApplyQueryRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> WorkflowApplyQueryData: ...

    @overload
    def call(
        self,
        operation: Literal["quickscan.submit"],
        payload: QuickscanSubmitRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> QuickscanSubmitData: ...

    @overload
    def call(
        self,
        operation: Literal["quickscan.detail"],
        payload: QuickscanDetailRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> QuickscanDetailData: ...

    @overload
    def call(
        self,
        operation: Literal["quickscan.hits"],
        payload: QuickscanHitsRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> QuickscanHitsData: ...

    @overload
    def call(
        self,
        operation: Literal["storage.upload.token"],
        payload: StorageUploadTokenRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> StorageUploadTokenData: ...

    @overload
    def call(
        self,
        operation: Literal["prepare.platform.config"],
        payload: PreparePlatformConfigRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> PreparePlatformConfigData: ...

    @overload
    def call(
        self, operation: str, payload: Mapping[str, Any], *, version: str, idempotency_key: str | None = None, **options: Unpack[CallOptions]
    ) -> Any: ...

    def call(self, operation: str, payload: Mapping[str, Any], **options: Any) -> Any:
        """Signs and sends any operation; returns ``data`` as on the wire.

        ``timeout`` is how many seconds one answer may take. Types are those of the newest version: with another
        ``version`` there are none. Raises ``ValueError`` on an unknown operation.
        """
        return self._call(operation, payload, options)


class AsyncCalls(ABC):
    """``call`` by the name of an operation."""

    @abstractmethod
    def _call(self, operation: str, payload: Mapping[str, Any], options: Mapping[str, Any]) -> Coroutine[Any, Any, Any]: ...

    @overload
    def call(
        self,
        operation: Literal["sdk.launch.link.generate"],
        payload: SdkLaunchLinkGenerateRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, SdkLaunchLinkGenerateData]: ...

    @overload
    def call(
        self,
        operation: Literal["workflow.apply.submit"],
        payload: WorkflowApplySubmitRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, WorkflowApplySubmitData]: ...

    @overload
    def call(
        self,
        operation: Literal["workflow.execution.status"],
        payload: WorkflowExecutionStatusRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, WorkflowExecutionStatusData]: ...

    @overload
    def call(
        self,
        operation: Literal["workflow.apply.query"],
        payload: WorkflowApplyQueryRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, WorkflowApplyQueryData]: ...

    @overload
    def call(
        self,
        operation: Literal["quickscan.submit"],
        payload: QuickscanSubmitRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, QuickscanSubmitData]: ...

    @overload
    def call(
        self,
        operation: Literal["quickscan.detail"],
        payload: QuickscanDetailRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, QuickscanDetailData]: ...

    @overload
    def call(
        self,
        operation: Literal["quickscan.hits"],
        payload: QuickscanHitsRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, QuickscanHitsData]: ...

    @overload
    def call(
        self,
        operation: Literal["storage.upload.token"],
        payload: StorageUploadTokenRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, StorageUploadTokenData]: ...

    @overload
    def call(
        self,
        operation: Literal["prepare.platform.config"],
        payload: PreparePlatformConfigRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Coroutine[Any, Any, PreparePlatformConfigData]: ...

    @overload
    def call(
        self, operation: str, payload: Mapping[str, Any], *, version: str, idempotency_key: str | None = None, **options: Unpack[CallOptions]
    ) -> Coroutine[Any, Any, Any]: ...

    def call(self, operation: str, payload: Mapping[str, Any], **options: Any) -> Coroutine[Any, Any, Any]:
        """Signs and sends any operation; returns ``data`` as on the wire.

        ``timeout`` is how many seconds one answer may take. Types are those of the newest version: with another
        ``version`` there are none. Raises ``ValueError`` on an unknown operation.
        """
        return self._call(operation, payload, options)
