"""The clients at a gateway whose address is in the environment; see scripts/python-client.test.mjs."""

import asyncio
import base64
import io
import json
import os
import socket
import time
import unittest
import uuid

from gatehouse_client import (
    AsyncClient,
    BusinessError,
    Client,
    Concluded,
    GatewayCallError,
    Hooks,
    NoAnswerError,
    RetryPolicy,
    ScanDone,
    StillOpen,
    SubmitOutcomeUnknownError,
    Unknown,
)

SETTINGS = {
    "base_url": os.environ["GATEHOUSE_BASE_URL"],
    "api_key": os.environ["GATEHOUSE_API_KEY"],
    "secret": os.environ["GATEHOUSE_API_SECRET"],
    "domain": os.environ["GATEHOUSE_DOMAIN"],
}
EVENT = "MANUAL_CASE_EVENT"
#: One pixel.
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC"
)
#: Whether the gateway is the mock, which fails on request; else it is a service.
IS_MOCK = os.environ.get("GATEHOUSE_IS_MOCK") == "1"


#: The client that is tested: blocking, asyncio, or httpx, which is asyncio with the other transport.
KIND = os.environ.get("GATEHOUSE_CLIENT", "blocking")
LOOP = asyncio.new_event_loop()


class Awaited:
    """Awaits what an asyncio client returns, so that both clients pass the same tests."""

    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        member = getattr(self._target, name)
        if not callable(member):
            return Awaited(member)

        def call(*positional, **named):
            returned = member(*positional, **named)
            if hasattr(returned, "__aiter__"):
                return iter(LOOP.run_until_complete(_collect(returned)))
            return LOOP.run_until_complete(returned) if asyncio.iscoroutine(returned) else returned

        return call


async def _collect(items):
    return [each async for each in items]


OPENED = []


def asyncio_client(**settings):
    if KIND == "httpx":
        from gatehouse_client.httpx_transport import HttpxTransport

        settings["transport"] = HttpxTransport()
    OPENED.append(AsyncClient(**settings))
    return OPENED[-1]


def tearDownModule():
    for each in OPENED:
        LOOP.run_until_complete(each.close())
    LOOP.close()


def client(**changes):
    settings = {**SETTINGS, "retry": RetryPolicy(delays=(0.01, 0.01, 0.01)), **changes}
    return Client(**settings) if KIND == "blocking" else Awaited(asyncio_client(**settings))


def person(customer_id=None, name="John Brown"):
    return {"customerId": customer_id or str(uuid.uuid4()), "name": name, "customerType": "individual"}


class AtAGateway(unittest.TestCase):
    def test_a_customer_is_decided(self):
        data = person(name="Jürgen Grün 客户")
        submission = client().workflow.submit(event_type=EVENT, data=data)
        outcome = client().workflow.wait_for_case(submission.execution_id, timeout=60)
        self.assertIsInstance(outcome, Concluded)
        self.assertEqual(outcome.case_status, "APPROVED")
        found = client().workflow.query(event_type=EVENT, customer_id=data["customerId"])
        self.assertEqual(found["executionId"], submission.execution_id)

    def test_a_submit_with_the_same_key_starts_one_execution(self):
        key, data = str(uuid.uuid4()), person()
        first = client().workflow.submit(event_type=EVENT, data=data, idempotency_key=key)
        again = client().workflow.submit(event_type=EVENT, data=data, idempotency_key=key)
        self.assertEqual((again.execution_id, again.replayed), (first.execution_id, True))
        with self.assertRaises(BusinessError) as refused:
            client().workflow.submit(event_type=EVENT, data=person(), idempotency_key=key)
        self.assertEqual((refused.exception.code, refused.exception.idempotency_key), (400, key))

    def test_a_timer_is_no_decision_and_an_unknown_id_is_unknown(self):
        submission = client().workflow.submit(event_type=EVENT, data=person(name="Osama bin Laden"))
        deadline = time.monotonic() + 30
        while client().workflow.status(submission.execution_id)["caseStatus"] == "":
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        outcome = client().workflow.wait_for_case(submission.execution_id, timeout=0)
        self.assertIsInstance(outcome, StillOpen)
        self.assertEqual(client().workflow.wait_for_case(str(uuid.uuid4())), Unknown())

    def test_a_scan_gives_all_hits(self):
        result = client().quickscan.run(
            name="Osama bin Laden", customer_type="Individual", providers=["GLOBAL_CHECK"]
        )
        self.assertIsInstance(result, ScanDone)
        self.assertGreaterEqual(result.total_hits, 1)
        listed = list(client().quickscan.hits(result.id, "GLOBAL_CHECK"))
        self.assertEqual(len(listed), result.total_hits)
        with self.assertRaises(BusinessError) as unknown:
            client().quickscan.detail(str(uuid.uuid4()))
        self.assertEqual(unknown.exception.code, 404)

    def test_refusals_have_the_names_of_the_catalogue(self):
        for change, name, status in (
            ({"secret": "another"}, "SIGN_ERROR", 403),
            ({"api_key": "ak_of_nobody"}, "TENANT_NOT_FOUND", 401),
            ({"domain": "elsewhere"}, "API_NON_AUTHORIZED", 403),
        ):
            with self.subTest(name), self.assertRaises(GatewayCallError) as refused:
                client(**change).workflow.status("e-1")
            error = refused.exception
            self.assertEqual((error.name, error.http_status, error.retry), (name, status, "never"))
            self.assertTrue(error.detail and error.request_id)
            self.assertNotIn("another", str(error))

    def test_other_operations_are_called_by_name(self):
        token = client().call("storage.upload.token", {})
        self.assertGreater(token["expiresIn"], 0)
        link = client().generate_link(email="jane@example.test", customer_id="c-1", event_type="KYC_EVENT")
        self.assertIn("/verify?linkToken=", link["url"])
        self.assertIsInstance(client().config(["platform_countries"]), dict)

    def test_an_unknown_operation_is_named_beside_those_that_there_are(self):
        with self.assertRaises(ValueError) as unknown:
            client().call("workflow.execution.statu", {})
        self.assertIn("there is no operation 'workflow.execution.statu'", str(unknown.exception))
        self.assertIn("workflow.execution.status", str(unknown.exception))

    def test_a_file_is_uploaded(self):
        content = base64.b64decode(PNG)
        for source in (content, io.BytesIO(content)):
            file = client().storage.upload(source, filename='Pass "1".png')
            self.assertEqual((file["content_type"], file["size"]), ("image/png", len(content)))
            self.assertTrue(file["url"].startswith("s3://"))

    def test_a_call_has_options_of_its_own_and_hooks_see_it(self):
        requests, responses = [], []
        hooks = Hooks(on_request=requests.append, on_response=responses.append)
        mine = client(hooks=hooks, application="onboarding/3.1")
        mine.workflow.status("e-1", timeout=5, headers={"X-Team": "risk"})
        self.assertTrue(requests[0].headers["User-Agent"].startswith("onboarding/3.1 gatehouse-client-python/"))
        self.assertEqual((requests[0].headers["X-Team"], requests[0].attempt), ("risk", 1))
        self.assertEqual((responses[0].operation, responses[0].http_status), ("workflow.execution.status", 200))
        self.assertTrue(responses[0].request_id)
        self.assertIsNone(responses[0].error)
        with self.assertRaises(GatewayCallError):
            mine.workflow.status("e-1", domain="elsewhere")
        self.assertEqual((requests[1].domain, responses[1].http_status), ("elsewhere", 403))
        self.assertIsInstance(responses[1].error, GatewayCallError)
        submission = mine.workflow.submit(event_type=EVENT, data=person(), timeout=9, headers={"X-Team": "risk"})
        self.assertTrue(submission.execution_id)
        self.assertEqual((requests[-1].headers["X-Team"], bool(requests[-1].idempotency_key)), ("risk", True))

    def test_a_misspelt_option_is_refused(self):
        for name in ("status", "wait_for_case"):
            with self.subTest(name), self.assertRaises(TypeError):
                getattr(client().workflow, name)("e-1", timeuot=5)
        with self.assertRaises(TypeError):
            client().call("workflow.execution.status", {"executionId": "e-1"}, timeuot=5)

    def test_a_hook_that_raises_fails_no_call(self):
        def broken(_):
            raise RuntimeError("a fault of the hook")

        hooks = Hooks(on_request=broken, on_response=broken, on_retry=broken)
        self.assertIsNone(client(hooks=hooks).workflow.status(str(uuid.uuid4())))

    def test_one_answer_may_take_as_long_as_the_call_says(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            base_url = f"http://127.0.0.1:{silent.getsockname()[1]}/gateway"
            impatient = client(base_url=base_url, retry=RetryPolicy(delays=()))
            started = time.monotonic()
            with self.assertRaises(NoAnswerError) as silence:
                impatient.workflow.status("e-1", timeout=0.2)
        self.assertIn("no answer in time", str(silence.exception))
        self.assertLess(time.monotonic() - started, 8)

    def test_nobody_answers(self):
        with self.assertRaises(NoAnswerError) as silence:
            client(base_url="http://127.0.0.1:9/gateway").workflow.status("e-1")
        self.assertFalse(silence.exception.may_have_been_accepted)

    def test_settings_that_cannot_work_are_refused(self):
        for change in ({"base_url": "gateway"}, {"api_key": "key"}, {"secret": ""}, {"domain": "two words"}, {"application": "a\nb"}):
            with self.subTest(str(change)), self.assertRaises(ValueError):
                client(**change)


@unittest.skipUnless(IS_MOCK, "only the mock gateway fails on request")
class AtAGatewayThatFails(unittest.TestCase):
    """The mock takes the failures of the first calls about a customer or execution from its id."""

    def test_reads_are_repeated_after_faults_and_cut_connections(self):
        self.assertIsNone(client().workflow.status("fails:SERVICE_TIME_OUT:2"))
        self.assertIsNone(client().workflow.status("fails:HANG_UP:3"))
        with self.assertRaises(GatewayCallError) as refused:
            client().workflow.status("fails:GATEWAY_ERROR:4")
        self.assertEqual(refused.exception.name, "GATEWAY_ERROR")
        with self.assertRaises(GatewayCallError):
            client().workflow.status("fails:SERVICE_RESPONSE_FORMAT_ERROR:1")

    def test_hooks_see_every_repeat(self):
        attempts, retries = [], []
        hooks = Hooks(on_request=lambda event: attempts.append(event.attempt), on_retry=retries.append)
        client(hooks=hooks).workflow.status("fails:SERVICE_TIME_OUT:2")
        self.assertEqual(attempts, [1, 2, 3])
        self.assertEqual([(event.attempt, event.delay) for event in retries], [(1, 0.01), (2, 0.01)])
        attempts.clear()
        client(hooks=hooks).workflow.submit(event_type=EVENT, data=person("fails:SERVICE_NOT_FOUND:2"))
        self.assertEqual(attempts, [1, 2, 3])
        self.assertEqual(retries[-1].operation, "workflow.apply.submit")

    def test_a_limit_is_waited_for_once(self):
        self.assertIsNone(client().workflow.status("fails:RATE_LIMIT_TRY_AGAIN:1"))
        with self.assertRaises(GatewayCallError) as refused:
            client().workflow.status("fails:RATE_LIMIT_TRY_AGAIN:2")
        self.assertEqual((refused.exception.http_status, refused.exception.retry_after), (429, 0.0))

    def test_a_submit_whose_answer_was_lost_takes_effect_once(self):
        submission = client().workflow.submit(event_type=EVENT, data=person("lost:HANG_UP:1"))
        self.assertTrue(submission.replayed)

    def test_a_submit_at_a_gateway_without_keys_says_that_nobody_knows(self):
        with self.assertRaises(SubmitOutcomeUnknownError) as unknown:
            client().workflow.submit(event_type=EVENT, data=person("keyless:HANG_UP:1"))
        self.assertTrue(unknown.exception.execution_id)
        self.assertTrue(unknown.exception.idempotency_key)


@unittest.skipIf(KIND == "blocking", "the blocking client makes one call at a time")
class OnAsyncio(unittest.TestCase):
    def test_calls_run_side_by_side(self):
        async def submit_all():
            mine = asyncio_client(**SETTINGS)
            return await asyncio.gather(*(mine.workflow.submit(event_type=EVENT, data=person()) for _ in range(20)))

        submissions = LOOP.run_until_complete(submit_all())
        self.assertEqual(len({each.execution_id for each in submissions}), 20)

    def test_a_cancelled_call_ends_at_once(self):
        async def cancel(base_url):
            mine = asyncio_client(**{**SETTINGS, "base_url": base_url})
            await asyncio.wait_for(mine.workflow.status("e-1", timeout=1), 0.05)

        with socket.create_server(("127.0.0.1", 0)) as silent:
            started = time.monotonic()
            with self.assertRaises(asyncio.TimeoutError):
                LOOP.run_until_complete(cancel(f"http://127.0.0.1:{silent.getsockname()[1]}/gateway"))
        self.assertLess(time.monotonic() - started, 0.8)


class Secrets(unittest.TestCase):
    def test_are_in_no_text_of_the_client(self):
        call = client(secret="a-secret-of-mine").sign("storage.upload.token", {})
        self.assertNotIn("sign=", repr(call))
        self.assertNotIn("a-secret-of-mine", repr(vars(Client(**{**SETTINGS, "secret": "a-secret-of-mine"})._core)))
        self.assertEqual(json.loads(call.body), {})


if __name__ == "__main__":
    unittest.main()
