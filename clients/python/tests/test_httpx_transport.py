"""What httpx does not do by itself; needs httpx, and no gateway. See scripts/installed-packages.long.test.mjs."""

import asyncio
import time
import unittest
from contextlib import asynccontextmanager

import httpx

from gatehouse_client import AsyncClient, NoAnswerError, RetryPolicy
from gatehouse_client.httpx_transport import HttpxTransport


async def read_request(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(int(length.partition(b":")[2]))


async def trickle(reader, writer):
    """Sends one byte of its answer every 0.05 seconds, for 2 seconds or until the caller hangs up."""
    await read_request(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n")
    for _ in range(40):
        if writer.is_closing():
            return
        writer.write(b" ")
        await asyncio.sleep(0.05)


async def wrong_gzip(reader, writer):
    """Answers with a body that is not what its header says."""
    await read_request(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd")
    await writer.drain()


@asynccontextmanager
async def serving(handle):
    """A gateway that answers by ``handle``: its address. It ends when each connection has."""
    connections = set()

    async def serve(reader, writer):
        connections.add(asyncio.current_task())
        await handle(reader, writer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/gateway"
    finally:
        await asyncio.gather(*connections)
        server.close()
        await server.wait_closed()


def failure_of(handle, timeout):
    """Calls a gateway that answers by ``handle``: what the call raised, and after how many seconds."""

    async def call():
        async with serving(handle) as url:
            return await fail_at(url, HttpxTransport(), timeout)

    return asyncio.run(call())


async def fail_at(base_url, transport, timeout):
    settings = {"api_key": "ak_test", "secret": "secret", "domain": "retail", "retry": RetryPolicy(delays=())}
    async with AsyncClient(base_url, transport=transport, **settings) as client:
        started = time.monotonic()
        try:
            await client.workflow.status("e-1", timeout=timeout)
        except Exception as error:
            return error, time.monotonic() - started
    raise AssertionError("the call succeeded")


class OverHttpx(unittest.TestCase):
    def test_an_answer_that_trickles_in_ends_at_the_timeout(self):
        error, seconds = failure_of(trickle, 0.3)
        self.assertIsInstance(error, NoAnswerError)
        self.assertIn("no answer in time", str(error))
        self.assertTrue(error.may_have_been_accepted)
        self.assertLess(seconds, 1)

    def test_a_body_that_cannot_be_decoded_is_no_answer(self):
        error, _ = failure_of(wrong_gzip, 5)
        self.assertIsInstance(error, NoAnswerError)
        self.assertTrue(error.may_have_been_accepted)

    def test_where_no_connection_comes_free_nothing_was_accepted(self):
        async def call():
            async with serving(trickle) as url:
                one = httpx.AsyncClient(limits=httpx.Limits(max_connections=1))
                busy = asyncio.create_task(one.post(url, content=b"{}"))
                await asyncio.sleep(0.1)
                error, _ = await fail_at(url, HttpxTransport(one), 0.3)
                await asyncio.gather(busy, return_exceptions=True)
                return error

        error = asyncio.run(call())
        self.assertIsInstance(error, NoAnswerError)
        self.assertFalse(error.may_have_been_accepted)


if __name__ == "__main__":
    unittest.main()
