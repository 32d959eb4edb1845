"""Signs and calls every operation of a Gatehouse gateway from a server."""

from .async_client import AsyncClient
from .client import Client
from .errors import (
    BusinessError,
    GatehouseError,
    GatewayCallError,
    NoAnswerError,
    ScanNotDoneError,
    SubmitOutcomeUnknownError,
)
from .hooks import Hooks, RequestEvent, ResponseEvent, RetryEvent
from .outcomes import (
    Cancelled,
    CaseOutcome,
    Concluded,
    Failed,
    ScanDone,
    ScanFailed,
    ScanResult,
    ScanStillRunning,
    StillOpen,
    Submission,
    Unknown,
)
from .retry import RetryPolicy
from .version import __version__
from .webhooks import WebhookEvent, WebhookVerificationError, construct_event

__all__ = [
    "AsyncClient",
    "BusinessError",
    "Cancelled",
    "CaseOutcome",
    "Client",
    "Concluded",
    "Failed",
    "GatehouseError",
    "GatewayCallError",
    "Hooks",
    "NoAnswerError",
    "RequestEvent",
    "ResponseEvent",
    "RetryEvent",
    "RetryPolicy",
    "ScanDone",
    "ScanFailed",
    "ScanNotDoneError",
    "ScanResult",
    "ScanStillRunning",
    "StillOpen",
    "Submission",
    "SubmitOutcomeUnknownError",
    "Unknown",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "construct_event",
]
