import { createClient } from '@gatehouse/sdk';
import { startMockGateway } from '@gatehouse/sdk/testing';

const gateway = await startMockGateway({
  outcome: ({ customerId }) => (customerId === 'customer-17' ? 'REJECTED' : 'APPROVED'),
});
const client = createClient(gateway.settings);

const { executionId } = await client.workflow.submit({
  eventType: 'KYC_EVENT',
  data: { customerId: 'customer-17' },
});
const outcome = await client.workflow.waitForCase(executionId);
console.log(outcome.kind === 'concluded' ? outcome.caseStatus : outcome.kind);
await gateway.close();
