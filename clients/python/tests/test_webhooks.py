"""Webhooks as the service signs them; see scripts/python-client.test.mjs."""

import json
import os
import time
import unittest

from gatehouse_client import WebhookVerificationError, construct_event
from gatehouse_client.testing import sign_event

#: Requests that `signEvent` of @gatehouse/sdk signed, by what is odd about them.
SIGNED = json.loads(os.environ["GATEHOUSE_SIGNED_EVENTS"])


def construct(name, secret="whsec", **options):
    request = SIGNED[name]
    return construct_event(request["body"].encode(), request["headers"], secret, **options)


class Webhooks(unittest.TestCase):
    def test_are_verified_and_read(self):
        event = construct("plain")
        self.assertEqual((event.body, event.webhook_id), ({"customerId": "客户-1"}, "w1"))
        self.assertEqual((event.attempt, event.is_test), (3, True))

    def test_are_taken_while_the_secret_is_changed(self):
        for secret in ("whsec", "next", ["old", "next"]):
            self.assertEqual(construct("changing", secret).attempt, 1)

    def test_are_verified_in_the_other_format_and_without_a_body(self):
        names = {"signature_header": "X-Sign", "timestamp_header": "X-At", "payload_format": "BODY"}
        self.assertEqual(construct("renamed", **names).body, {"a": 1})
        self.assertIsNone(construct("bodyless").body)

    def test_are_refused(self):
        for name, secret, reason in (
            ("plain", "other", "signatureMismatch"),
            ("old", "whsec", "timestampOutOfTolerance"),
            ("renamed", "whsec", "timestampMissing"),
        ):
            with self.subTest(reason), self.assertRaises(WebhookVerificationError) as refused:
                construct(name, secret)
            self.assertEqual(refused.exception.reason, reason)
        request = SIGNED["plain"]
        for change, reason in (
            ({"X-Webhook-Signature": "A" * 64}, "signatureMalformed"),
            ({"X-Webhook-Timestamp": "1e3"}, "timestampMalformed"),
        ):
            with self.subTest(reason), self.assertRaises(WebhookVerificationError) as refused:
                construct_event(request["body"].encode(), {**request["headers"], **change}, "whsec")
            self.assertEqual(refused.exception.reason, reason)

    def test_are_signed_for_tests_of_receivers(self):
        inputs = {"customerId": "客户-1"}
        signed = sign_event(inputs, "whsec", webhook_id="w1", attempt=3, is_test=True)
        event = construct_event(signed.body, signed.headers, "whsec")
        self.assertEqual((event.body, event.webhook_id, event.attempt, event.is_test), (inputs, "w1", 3, True))
        changing = sign_event(inputs, "whsec", next_secret="next", previous_secret="last")
        for secret in ("whsec", "next", "last"):
            self.assertEqual(construct_event(changing.body, changing.headers, secret).body, inputs)
        names = {"signature_header": "X-Sign", "timestamp_header": "X-At", "payload_format": "BODY"}
        renamed = sign_event(None, "whsec", **names)
        self.assertIsNone(construct_event(renamed.body, renamed.headers, "whsec", **names).body)
        old = sign_event(inputs, "whsec", now=time.time() - 600)
        with self.assertRaises(WebhookVerificationError) as refused:
            construct_event(old.body, old.headers, "whsec")
        self.assertEqual(refused.exception.reason, "timestampOutOfTolerance")

    def test_are_signed_as_the_service_does(self):
        request = SIGNED["plain"]
        now = int(request["headers"]["X-Webhook-Timestamp"]) / 1000
        signed = sign_event({"customerId": "客户-1"}, "whsec", webhook_id="w1", attempt=3, is_test=True, now=now)
        self.assertEqual(signed.body, request["body"].encode())
        self.assertEqual(dict(signed.headers), request["headers"])

    def test_need_a_secret(self):
        for none in ("", [], [""]):
            with self.assertRaises(ValueError):
                construct("plain", none)


if __name__ == "__main__":
    unittest.main()
