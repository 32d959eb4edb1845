import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';
import { signEvent } from '@gatehouse/sdk/testing';

interface WebhookBodies {
  wh_crm: { customerId: string };
}

const secret = 'a secret of the test';
const inputs: WebhookBodies['wh_crm'] = { customerId: 'c-1' };

const { body, headers } = await signEvent(inputs, { secret, webhookId: 'w1' });
const event = constructEvent<WebhookBodies['wh_crm']>(body, headers, { secret });
console.log(event.webhookId, event.body.customerId);

const old = await signEvent(inputs, { secret, now: Date.now() - 10 * 60_000 });
try {
  constructEvent(old.body, old.headers, { secret });
} catch (error) {
  console.log(error instanceof WebhookVerificationError ? error.reason : error);
}
