import { createClient } from '@gatehouse/sdk';

const client = createClient({
  baseUrl: process.env['GATEHOUSE_BASE_URL']!, // https://gatehouse.example/gateway
  apiKey: process.env['GATEHOUSE_API_KEY']!,
  secret: process.env['GATEHOUSE_API_SECRET']!,
  domain: 'retail',
});

const submission = await client.workflow.submit({
  eventType: 'MANUAL_CASE_EVENT',
  workflowId: 'wf_screening',
  data: {
    customerId: 'customer-17', // yours, the same for this customer for ever
    name: 'Mary Brown',
    customerType: 'individual',
    dateOfBirth: '1980-02-29',
    countryOfNationality: 'SG',
  },
});

if (submission.recovered) {
  // The answer was lost and this execution was found by a query: another call of yours may have started it.
  // Never true at a gateway that keeps idempotency keys, as Gatehouse does.
  throw new Error(`is execution ${submission.executionId} about these data? Look before you rely on it`);
}

const outcome = await client.workflow.waitForCase(submission.executionId, { timeoutMs: 10 * 60_000 });
switch (outcome.kind) {
  case 'concluded': // the case is resolved
    console.log(outcome.caseStatus); // APPROVED, REJECTED or CLOSED
    break;
  case 'stillOpen':
    console.log('ask again later'); // a timer is never an approval or a rejection
    break;
  case 'failed':
  case 'cancelled':
  case 'unknown':
    console.log('nothing was decided:', outcome.kind);
    break;
}
