import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';
import { signEvent } from '@gatehouse/sdk/testing';

// What `gatehouse webhook-types` writes, here for one webhook.
interface WebhookBodies {
  wh_crm: { customerId: string | null };
}

const secret = process.env['WEBHOOK_SECRET'] ?? 'whsec';
const { body, headers } = await signEvent({ customerId: 'c-1' }, { secret }); // what your server receives

try {
  const event = constructEvent<WebhookBodies['wh_crm']>(body, headers, { secret });
  console.log(event.body.customerId, event.attempt);
} catch (error) {
  if (!(error instanceof WebhookVerificationError)) throw error;
  console.log('answer 401:', error.reason);
}
