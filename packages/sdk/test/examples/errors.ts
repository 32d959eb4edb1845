import { BusinessError, createClient, GatewayCallError, NoAnswerError } from '@gatehouse/sdk';

const client = createClient({
  baseUrl: process.env['GATEHOUSE_BASE_URL']!,
  apiKey: process.env['GATEHOUSE_API_KEY']!,
  secret: process.env['GATEHOUSE_API_SECRET']!,
  domain: 'retail',
});

try {
  const execution = await client.workflow.status('unknown-id');
  console.log(execution === undefined ? 'no such execution' : execution.status);

  await client.quickscan.submit({ name: ' ', customerType: 'Individual', providers: ['WATCHLIST'] });
} catch (error) {
  if (error instanceof BusinessError) {
    console.log(error.code, error.data['message']); // the operation refused
  } else if (error instanceof GatewayCallError) {
    console.log(error.name, error.detail, error.requestId); // the gateway refused
  } else if (error instanceof NoAnswerError) {
    console.log(error.message, error.mayHaveBeenAccepted); // nobody answered
  } else {
    throw error;
  }
}
