import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countSealed } from '../src/interpreter/index.ts';
import { person, signIn } from './support/console.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/**
 * A store is restored from a backup whose keys are newer: what was under way in it and ended later has a key before it ends
 * here. Triggers put a key there in the moment in which an execution or the job of a hook is written.
 */
describe.each(everyStore())('a store whose keys are newer than the rest of it, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  const tenant = aTenant({ users: [person('ada', ['admin', 'analyst'])] });
  const scope = { tenantId: tenant.id, domain: 'retail' };

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService(store, {
      GATEHOUSE_SEAL_EXECUTIONS: 'on',
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
    });
    const webhook = { id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] };
    const hook = {
      enabled: true,
      webhook: 'wh',
      triggerOn: ['approve'],
      inputs: { customerId: 'data.customerId' },
    };
    const decision = { id: 'decide', type: 'decision', outcome: 'approve', hook };
    await service.provision({
      ...tenant,
      webhooks: [webhook],
      workflows: [
        {
          domain: 'retail',
          workflow: {
            id: 'wf',
            name: 'Deciding',
            eventType: 'KYC_EVENT',
            entry: [],
            nodes: [decision],
            edges: [{ from: 'start', to: 'decide' }],
          },
        },
      ],
    });
    const { wrapped } = await personalKeysOf(service.app).create(scope, 'any');
    const key = `'\\x${wrapped.toString('hex')}'`;
    await service.app.database.executeSql(`
      create function gatehouse.key_of_execution() returns trigger language plpgsql as $$ begin
        insert into gatehouse.personal_key (tenant_id, domain, key_id, wrapped_key) values (new.tenant_id, new.domain, new.execution_id, ${key});
        return new;
      end $$;
      create trigger key_of_execution before insert on gatehouse.execution for each row execute function gatehouse.key_of_execution();
      create function gatehouse.key_of_hook() returns trigger language plpgsql as $$ begin
        if new.data ? 'deliveryId' then
          insert into gatehouse.personal_key (tenant_id, domain, key_id, wrapped_key)
          values (new.data ->> 'tenantId', new.data ->> 'domain', (new.data ->> 'deliveryId')::uuid, ${key});
        end if;
        return new;
      end $$;
      create trigger key_of_hook before insert on gatehouse_jobs.job_common for each row execute function gatehouse.key_of_hook()`);
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });

  it('ends its executions, seals them under these keys, sends their hooks, and tells where keys are gone', async () => {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await client.workflow.submit({
      eventType: 'KYC_EVENT',
      data: { customerId: 'c-1', customerType: 'individual', name: 'Ottoline Vantreely' } as never,
    });
    await service.drain();
    expect(await client.workflow.status(executionId)).toMatchObject({ caseStatus: 'APPROVED' });
    const [row] = await service.app.database.operator((tx) =>
      tx.sql('select sealed is not null as "isSealed" from execution where execution_id = $1', [executionId]),
    );
    expect(row).toEqual({ isSealed: true });
    const ada = await signIn(service, tenant, 'ada');
    expect(await ada.get(`/domains/retail/executions/${executionId}`)).toMatchObject({
      isKeyMissing: false,
      data: { customerId: 'c-1' },
    });
    const sealed = () => service.app.database.operator((tx) => countSealed(tx, 10));
    expect(await sealed()).toEqual({ executions: 1, keyless: 0 });
    expect(receiver.callsTo('/hook').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({ customerId: 'c-1' }),
    ]);
    await service.app.database.operator((tx) => tx.sql('delete from personal_key'));
    expect(await sealed()).toEqual({ executions: 1, keyless: 1 });
  });
});
