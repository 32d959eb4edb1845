import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';
import express from 'express';

const secret = process.env.WEBHOOK_SECRET;
const app = express();

// Not express.json() on this route: it drops the bytes that were signed.
app.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
  const event = constructEvent(request.body, request.headers, { secret });
  console.log(event.webhookId, event.body.customerId);
  response.json({ tier: 'gold' });
});

app.use((error, _request, response, _next) => {
  if (error instanceof WebhookVerificationError) response.status(401).send(error.reason);
  else response.status(500).send('failed');
});

app.listen(process.env.PORT ?? 3000, '127.0.0.1');
