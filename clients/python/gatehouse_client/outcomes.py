"""What methods return. Only ``Concluded`` says what was decided about a customer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .wire_types import Execution, Hit, WorkflowApplySubmitData


@dataclass(frozen=True)
class Submission:
    """A submit that was accepted."""

    execution_id: str
    status: str
    #: Whether an earlier sending of this submit had started the execution.
    replayed: bool
    #: The whole ``data`` of the answer.
    data: WorkflowApplySubmitData


@dataclass(frozen=True)
class Concluded:
    """The case is approved, rejected or closed."""

    case_status: Literal["APPROVED", "REJECTED", "CLOSED"]
    execution: Execution


@dataclass(frozen=True)
class Failed:
    """The execution failed; report its id to the operator of the gateway."""

    execution: Execution


@dataclass(frozen=True)
class Cancelled:
    """The execution has the deployment's cancelled status."""

    execution: Execution


@dataclass(frozen=True)
class StillOpen:
    """The time to wait passed. This is neither an approval nor a rejection: ask again later."""

    execution: Execution


@dataclass(frozen=True)
class Unknown:
    """No such execution, or it belongs to another tenant or domain."""


CaseOutcome = Concluded | Failed | Cancelled | StillOpen | Unknown


@dataclass(frozen=True)
class ScanDone:
    """A quick scan that ended, with every hit of every engine."""

    id: str
    total_hits: int
    hits: Mapping[str, list[Hit]]


@dataclass(frozen=True)
class ScanFailed:
    """An engine failed; the credits came back."""

    id: str


@dataclass(frozen=True)
class ScanStillRunning:
    """The time to wait passed; the scan goes on."""

    id: str


ScanResult = ScanDone | ScanFailed | ScanStillRunning
