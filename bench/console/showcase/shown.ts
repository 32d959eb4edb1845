/** What the pages of single things show, of the made-up tenant after its weeks. */
import type { App } from '../../../packages/server/src/app/app.ts';
import { keptMessages } from '../../../packages/server/test/support/mailbox.ts';
import type { theBank } from './bank.ts';
import type { Shown } from './pages.ts';
import type { Weeks } from './weeks.ts';

type Bank = ReturnType<typeof theBank>;

/** Takes two cases over and invites somebody, so that their pages show more than reading. */
export async function whatIsShown(
  app: App,
  { id }: Bank,
  { weeks, documentsCase }: { readonly weeks: Weeks; readonly documentsCase: string },
): Promise<Shown> {
  const boss = await weeks.analysts.as('boss');
  const firstCase = async (status: string, event: string) => {
    const { cases } = await boss.get<'cases.list'>('/domains/retail/cases?limit=100');
    const fitting = cases.filter((each) => each.status === status && each.eventType === event);
    return firstOf(fitting, `case of ${event} that is ${status}`);
  };
  const open = await firstCase('UNASSIGNED', 'MANUAL_CASE_EVENT');
  const company = await firstCase('UNASSIGNED', 'KYB_EVENT');
  for (const { caseNo } of [open, company, { caseNo: documentsCase }])
    await weeks.analysts.move(caseNo, 'boss', 'claim');
  await boss.post(`/domains/retail/cases/${open.caseNo}/notes`, {
    text: 'The branch in Zürich saw the passport on Tuesday; a copy comes by courier.',
  });
  const { execution } = await boss.get<'cases.read'>(`/domains/retail/cases/${open.caseNo}`);
  const decided = await firstCase('REJECTED', 'MANUAL_CASE_EVENT');
  const { scans } = await boss.get<'scans.list'>('/domains/retail/quick-scans');
  const { executions } = await boss.get<'executions.list'>('/domains/retail/executions');
  const deliveryThat = async (state: string) => {
    const { deliveries } = await boss.get<'deliveries.list'>(`/domains/retail/deliveries?state=${state}`);
    return firstOf(deliveries, `delivery that is ${state}`).deliveryId;
  };
  const payments = executions.filter(({ eventType }) => eventType === 'TRANSACTION_EVENT');
  const found = scans.filter(({ totalHits }) => (totalHits ?? 0) > 0);
  const { assuranceRunId } = await boss.post<'assurance.order'>('/domains/retail/assurance-runs', {
    seed: 1,
    size: 2_000,
    screening: { engine: 'GLOBAL_CHECK', engineSettings: {} },
  });
  await app.drain();
  return {
    openCase: open.caseNo,
    decidedCase: decided.caseNo,
    ownershipCase: company.caseNo,
    documentsCase,
    executionId: execution.executionId,
    paymentId: firstOf(payments, 'payment').executionId,
    scanId: firstOf(found, 'scan with hits').scanId,
    assuranceRunId,
    deliveryId: await deliveryThat('SUCCEEDED'),
    failedDeliveryId: await deliveryThat('FAILED'),
    invitation: await invite(app, weeks),
    tenantId: id,
  };
}

/** A picture of something else would look as if all were well. */
function firstOf<Row>([row]: readonly Row[], what: string): Row {
  if (row === undefined) throw new Error(`the bank has no ${what}`);
  return row;
}

/** What comes behind `#` in the link that was sent to a new colleague. */
async function invite(app: App, weeks: Weeks): Promise<string> {
  const boss = await weeks.analysts.as('boss');
  const email = 'mira@example.test';
  await boss.post<'people.invite'>('/people', {
    email,
    name: 'Mira Lindenblatt',
    roles: ['analyst'],
    groups: ['first-line'],
  });
  await app.drain();
  const mail = (await keptMessages({ app })).find(({ to }) => to === email);
  return /invitation#([A-Za-z0-9_-]+)/.exec(mail!.text)![1]!;
}
