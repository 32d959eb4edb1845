/** Stands for servers of yours: takes decisions, knows customers, rates wallets. Verifies every call's signature. */
import { createServer } from 'node:http';
import process from 'node:process';
import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';

const secret = process.env.WEBHOOK_SECRET;

async function answer(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { webhookId, body } = constructEvent(Buffer.concat(chunks), request.headers, { secret });
  if (request.url === '/decisions') console.log('decision', JSON.stringify(body), 'delivery', webhookId);
  if (request.url.startsWith('/crm/')) return { tier: 'basic' };
  return request.url.startsWith('/wallets/') ? { risk: 0.1 } : {};
}

createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    (error) => response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end(error.reason),
  );
}).listen(9000, '127.0.0.1', () => console.log('receiver on http://127.0.0.1:9000'));
