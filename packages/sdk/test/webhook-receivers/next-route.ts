import { verifyWebhook } from '@gatehouse/sdk';

export const runtime = 'nodejs';

export async function POST(request: Request): Promise<Response> {
  const rawBody = await request.arrayBuffer();
  const secret = process.env['WEBHOOK_SECRET']!;
  const verification = verifyWebhook(rawBody, request.headers, { secret });
  if (!verification.valid) return new Response(verification.reason, { status: 401 });

  const { customerId } = JSON.parse(Buffer.from(rawBody).toString()) as { customerId: string };
  console.log(verification.webhookId, customerId);
  return Response.json({ tier: 'gold' });
}
