import { verifyWebhook } from '@gatehouse/sdk';
import express from 'express';

const secret = process.env.WEBHOOK_SECRET;
const app = express();

// Not express.json() on this route: it drops the bytes that were signed.
app.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
  const verification = verifyWebhook(request.body, request.headers, { secret });
  if (!verification.valid) return response.status(401).send(verification.reason);

  const { customerId } = JSON.parse(request.body.toString());
  console.log(verification.webhookId, customerId);
  response.json({ tier: 'gold' });
});

app.listen(process.env.PORT ?? 3000, '127.0.0.1');
