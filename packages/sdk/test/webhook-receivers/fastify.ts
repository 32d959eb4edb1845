import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';
import Fastify from 'fastify';

const secret = process.env['WEBHOOK_SECRET']!;
const app = Fastify();

// The signature covers the bytes as they came: keep them, and parse after the check.
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
  done(null, body);
});

app.setErrorHandler((error, _request, reply) =>
  error instanceof WebhookVerificationError
    ? reply.code(401).send(error.reason)
    : reply.code(500).send('failed'),
);

app.post('/hooks', async (request) => {
  const rawBody = request.body as Buffer;
  const event = constructEvent<{ customerId: string }>(rawBody, request.headers, { secret });
  console.log(event.webhookId, event.body.customerId);
  return { tier: 'gold' };
});

await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '127.0.0.1' });
