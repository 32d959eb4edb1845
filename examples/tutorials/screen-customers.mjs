/** Submits every row of a CSV file as a customer, four at a time, and prints the outcome of each: screen-customers.mjs FILE */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@gatehouse/sdk';

const { GATEHOUSE_BASE_URL, GATEHOUSE_API_KEY, GATEHOUSE_API_SECRET, GATEHOUSE_DOMAIN } = process.env;
const client = createClient({
  baseUrl: GATEHOUSE_BASE_URL,
  apiKey: GATEHOUSE_API_KEY,
  secret: GATEHOUSE_API_SECRET,
  domain: GATEHOUSE_DOMAIN,
});

/** Plain cells without quotes; a file of your own may need a library. */
function readCustomers(file) {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',').map((cell, index) => [names[index], cell]);
    return Object.fromEntries(cells.filter(([, cell]) => cell !== ''));
  });
}

async function screen(customer) {
  const { country, ...data } = customer;
  const place = data.customerType === 'corporate' ? 'countryOfIncorporation' : 'countryOfResidence';
  // The same row has the same key: a run that was cut off is repeated without a second execution.
  const idempotencyKey = createHash('sha256').update(JSON.stringify(customer)).digest('hex');
  const { executionId } = await client.workflow.submit(
    { eventType: 'MANUAL_CASE_EVENT', data: { ...data, [place]: country } },
    { idempotencyKey },
  );
  let status;
  do {
    await setTimeout(300);
    status = await client.workflow.status(executionId);
  } while (!['COMPLETED', 'FAILED', 'WAITING'].includes(status.status));
  const { caseNo, caseStatus, riskScore } = status;
  return [data.customerId, caseStatus.padEnd(10), String(riskScore).padStart(3), caseNo, data.name].join(
    '  ',
  );
}

const customers = readCustomers(process.argv[2]);
const results = [];
const next = customers.entries();
async function work() {
  for (const [index, customer] of next) results[index] = await screen(customer);
}
await Promise.all([work(), work(), work(), work()]);
console.log(results.join('\n'));
