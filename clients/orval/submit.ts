import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { workflowApplySubmit, workflowExecutionStatus } from './gatehouse.ts';

/** Submits a customer and follows the execution until a case is decided or waits for people; prints it as JSON. */

const submitted = await workflowApplySubmit(
  {
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    data: { customerId: 'customer-17', name: process.argv[2] ?? 'Jane Example', customerType: 'individual' },
  },
  { apiVersion: '2.0.0' },
  { headers: { 'Idempotency-Key': randomUUID() } },
);
if (submitted.status !== 200) throw new Error(`the gateway answers ${submitted.data.apiMsg}`);
const { code, message, executionId } = submitted.data.data;
if (code !== 200) throw new Error(`not accepted: ${message}`);

for (;;) {
  const answer = await workflowExecutionStatus({ executionId }, { apiVersion: '1.0.0' });
  if (answer.status !== 200) throw new Error(`the gateway answers ${answer.data.apiMsg}`);
  const execution = answer.data.data;
  if (execution === '') throw new Error(`no execution ${executionId}`);
  if (execution.caseStatus !== '' || execution.status === 'FAILED') {
    process.stdout.write(`${JSON.stringify(execution)}\n`);
    break;
  }
  await wait(1000);
}
