"""Webhooks as the service signs them; see scripts/python-client.test.mjs."""

import json
import os
import unittest

from gatehouse_client import WebhookVerificationError, construct_event

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

    def test_need_a_secret(self):
        for none in ("", [], [""]):
            with self.assertRaises(ValueError):
                construct("plain", none)


if __name__ == "__main__":
    unittest.main()
