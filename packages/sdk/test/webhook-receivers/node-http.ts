import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';

// What `gatehouse webhook-types` writes, here for one webhook.
interface WebhookBodies {
  wh_crm: { customerId: string };
}

const secret = process.env['WEBHOOK_SECRET']!;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // put a limit here: nobody is verified yet
  const rawBody = Buffer.concat(chunks);

  const event = constructEvent<WebhookBodies['wh_crm']>(rawBody, request.headers, { secret });
  console.log(event.webhookId, event.body.customerId); // a webhookId seen before is a repeat
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"tier":"gold"}');
}

const server = createServer((request, response) => {
  receive(request, response).catch((error: unknown) => {
    if (error instanceof WebhookVerificationError) response.writeHead(401).end(error.reason);
    else response.writeHead(500).end(); // the service sends it again
  });
});
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
