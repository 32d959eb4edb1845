import { createClient } from '@gatehouse/sdk';

const client = createClient({
  baseUrl: process.env['GATEHOUSE_BASE_URL']!,
  apiKey: process.env['GATEHOUSE_API_KEY']!,
  secret: process.env['GATEHOUSE_API_SECRET']!,
  domain: 'retail',
  application: 'onboarding/3.1',
  hooks: {
    onRequest: ({ headers }) =>
      headers.set('traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'),
    onResponse: ({ operation, httpStatus }) => console.log(operation, httpStatus),
    onRetry: ({ operation, attempt, delayMs }) => console.log(operation, attempt, delayMs),
  },
});

await client.workflow.status('e1', { domain: 'retail', timeoutMs: 5_000, headers: { 'X-Team': 'risk' } });
