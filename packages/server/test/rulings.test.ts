import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendRuling, type Facts, type RulingWord } from '../src/screening/index.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

interface AlertRow {
  entity_id: string;
  silenced: boolean;
  reopened: { entity: string[]; subject: string[] } | null;
  entity_facts: Facts;
}

describe.each(storyStores())('a ruling on a hit, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  const watchlist = [{ id: 'w1', name: 'Wilhelmina Thornapple', dateOfBirth: '1980' }];
  const tenant = aTenant({ watchlist });
  const scope = { tenantId: tenant.id, domain: 'retail' };

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
  });
  afterAll(() => service?.stop());

  async function screen(data: Record<string, unknown>) {
    const subject = { name: 'Wilhelmina Thornapple', customerType: 'individual', ...data } as never;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: subject });
    await service.drain();
    const alerts = await service.app.database.transaction(scope, (tx) =>
      tx.sql<AlertRow>(
        'select entity_id, silenced, reopened, entity_facts from alert where tenant_id = $1 and domain = $2 and execution_id = $3',
        [tenant.id, 'retail', executionId],
      ),
    );
    return { caseStatus: (await retail.workflow.status(executionId))?.caseStatus, alerts };
  }

  /** Rules as a reviewer will: on what stood on the alert. */
  async function rule(customerId: string, ruling: RulingWord, subjectFacts: Partial<Facts> = {}) {
    const { alerts } = await screen({ customerId });
    const [alert] = alerts;
    if (!alert) throw new Error('there is nothing to rule on');
    await service.app.database.transaction(scope, (tx) =>
      appendRuling(tx, scope, {
        customerId,
        entityId: alert.entity_id,
        ruling,
        reason: 'another year of birth in the passport',
        entityFacts: alert.entity_facts,
        subjectFacts: {
          type: ['individual'],
          names: ['wilhelmina thornapple'],
          births: [],
          nationalities: [],
          countries: [],
          gender: [],
          identifiers: [],
          ...subjectFacts,
        },
        ruledBy: 'ana@example.test',
      }),
    );
  }

  it('silences a false positive for that customer at the next screening, and for nobody else', async () => {
    await rule('r-1', 'FALSE_POSITIVE');
    expect(await screen({ customerId: 'r-1' })).toMatchObject({
      caseStatus: 'APPROVED',
      alerts: [{ entity_id: 'watchlist:w1', silenced: true, reopened: null }],
    });
    expect(await screen({ customerId: 'r-other' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false }],
    });
  });

  it('does not reach another domain', async () => {
    await rule('r-domain', 'FALSE_POSITIVE');
    const scopes = await service.app.database.operator((tx) =>
      tx.sql('select domain from ruling where tenant_id = $1 and customer_id = $2', [tenant.id, 'r-domain']),
    );
    expect(scopes).toEqual([{ domain: 'retail' }]);
  });

  it('keeps raising a true match', async () => {
    await rule('r-2', 'TRUE_MATCH');
    expect(await screen({ customerId: 'r-2' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false }],
    });
  });

  it('is asked again when the subject changed in a field that counts, and says in which', async () => {
    await rule('r-3', 'FALSE_POSITIVE');
    expect(await screen({ customerId: 'r-3', occupation: 'gardener' })).toMatchObject({
      caseStatus: 'APPROVED',
    });
    expect(await screen({ customerId: 'r-3', dateOfBirth: '1980-05-01' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false, reopened: { entity: [], subject: ['births'] } }],
    });
  });

  it('is asked again when the listed entity changed in a field that counts', async () => {
    await rule('r-4', 'FALSE_POSITIVE');
    await service.provision({ ...tenant, watchlist: [{ ...watchlist[0], note: 'seen again' }] });
    expect(await screen({ customerId: 'r-4' })).toMatchObject({ caseStatus: 'APPROVED' });
    await service.provision({ ...tenant, watchlist: [{ ...watchlist[0], dateOfBirth: '1981' }] });
    expect(await screen({ customerId: 'r-4' })).toMatchObject({
      caseStatus: 'UNASSIGNED',
      alerts: [{ silenced: false, reopened: { entity: ['births'], subject: [] } }],
    });
  });

  it('gives way to a later ruling', async () => {
    await service.provision(tenant);
    await rule('r-5', 'TRUE_MATCH');
    await rule('r-5', 'FALSE_POSITIVE');
    expect(await screen({ customerId: 'r-5' })).toMatchObject({ caseStatus: 'APPROVED' });
  });
});
