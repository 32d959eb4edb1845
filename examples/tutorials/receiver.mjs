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

const address = 'http://127.0.0.1:9000';

/** One in another terminal goes on; it refuses what is not signed. */
async function onError(error) {
  const found =
    error.code === 'EADDRINUSE' && (await fetch(address, { method: 'POST' }).catch(() => undefined));
  if (found?.status === 401) console.log(`receiver on ${address}, started before`);
  else console.error(`receiver.mjs cannot listen on ${address}: ${error.message}`);
}

createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    (error) => response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end(error.reason),
  );
})
  .on('error', (error) => void onError(error))
  .listen(9000, '127.0.0.1', () => console.log(`receiver on ${address}`));
