import { verifyWebhook } from '@gatehouse/sdk';
import Fastify from 'fastify';

const secret = process.env['WEBHOOK_SECRET']!;
const app = Fastify();

// The signature covers the bytes as they came: keep them, and parse after the check.
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
  done(null, body);
});

app.post('/hooks', async (request, reply) => {
  const rawBody = request.body as Buffer;
  const verification = verifyWebhook(rawBody, request.headers, { secret });
  if (!verification.valid) return reply.code(401).send(verification.reason);

  const { customerId } = JSON.parse(rawBody.toString()) as { customerId: string };
  console.log(verification.webhookId, customerId);
  return { tier: 'gold' };
});

await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '127.0.0.1' });
