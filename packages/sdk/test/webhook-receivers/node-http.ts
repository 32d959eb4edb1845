import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verifyWebhook } from '@gatehouse/sdk';

const secret = process.env['WEBHOOK_SECRET']!;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // put a limit here: nobody is verified yet
  const rawBody = Buffer.concat(chunks);

  const verification = verifyWebhook(rawBody, request.headers, { secret });
  if (!verification.valid) {
    response.writeHead(401).end(verification.reason);
    return;
  }
  const { customerId } = JSON.parse(rawBody.toString()) as { customerId: string };
  console.log(verification.webhookId, customerId); // a webhookId seen before is a repeat
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"tier":"gold"}');
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(400).end());
});
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
