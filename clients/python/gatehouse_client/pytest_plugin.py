"""A fixture of pytest, which finds it by itself once the package is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .mock_gateway import MockGateway


@pytest.fixture
def gatehouse_gateway() -> Iterator[MockGateway]:
    """A mock gateway for one test: ``Client(**gatehouse_gateway.settings)`` calls it."""
    with MockGateway() as gateway:
        yield gateway
