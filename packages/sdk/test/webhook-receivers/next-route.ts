import { constructEvent, WebhookVerificationError } from '@gatehouse/sdk';

export const runtime = 'nodejs';

export async function POST(request: Request): Promise<Response> {
  const rawBody = await request.arrayBuffer();
  const secret = process.env['WEBHOOK_SECRET']!;
  try {
    const event = constructEvent<{ customerId: string }>(rawBody, request.headers, { secret });
    console.log(event.webhookId, event.body.customerId);
    return Response.json({ tier: 'gold' });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.reason, { status: 401 });
  }
}
