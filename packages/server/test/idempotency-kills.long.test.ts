import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { kyc, submitUnderKey, syncWorkflow, transaction } from './support/keyed-submits.ts';
import { until, untilGreen } from './support/server-process.ts';
import { storyStores } from './support/service.ts';

const preload = `--import ${new URL('./support/kill-points.ts', import.meta.url).href}`;

describe.each(storyStores())('a submit whose server is killed before it answers, %s', (store) => {
  let deployment: Deployment;
  afterEach(() => deployment.remove());

  it.each([
    ['before submit', null],
    ['after submit', 'true'],
  ])('%s: sent again with its key it takes effect once', { timeout: 240_000 }, async (point, replayed) => {
    deployment = await createDeployment(store);
    const { tenant } = deployment;
    const first = deployment.serve({ env: { NODE_OPTIONS: preload, STORY_KILL_POINT: point } });
    const call = { credentials: tenant.key, key: 'k-1', body: kyc };
    const firstUrl = await first.ready;
    await untilGreen(firstUrl);
    await expect(submitUnderKey(firstUrl, call)).rejects.toThrow();
    await first.ended;
    const second = deployment.serve();
    const secondUrl = await second.ready;
    await untilGreen(secondUrl);
    const again = await submitUnderKey(secondUrl, call);
    expect(again).toMatchObject({ status: 200, replayed, data: { code: 200 } });
    expect(await submitUnderKey(secondUrl, call)).toMatchObject({ data: again.data, replayed: 'true' });
    const client = deployment.client(secondUrl);
    await until('its end', async () => {
      const execution = await client.workflow.status(String(again.data['executionId']));
      return execution?.status === 'COMPLETED';
    });
    second.signal('SIGTERM');
    await second.ended;
    const database = await deployment.open();
    try {
      const [row] = await database.operator((tx) =>
        tx.sql(
          `select (select sum(used)::int from event_quota where tenant_id = $1) as used,
             (select count(*)::int from execution where tenant_id = $1) as executions`,
          [tenant.id],
        ),
      );
      expect(row).toEqual({ used: 1, executions: 1 });
    } finally {
      await database.close();
    }
  });

  it.runIf(store === 'PostgreSQL')(
    'is answered at another node as the dead one would have',
    {
      timeout: 240_000,
    },
    async () => {
      deployment = await createDeployment(store);
      const { tenant } = deployment;
      const slow = { ...syncWorkflow('PT3S'), budgetMs: 20_000 };
      const quotas = { ...(tenant['quotas'] as object), TRANSACTION_EVENT: 10 };
      const workflows = [{ domain: 'retail', workflow: slow }];
      const file = await deployment.provisionFile({ ...tenant, quotas, workflows });
      const nodes = [deployment.serve({ provision: file }), deployment.serve({ provision: file })];
      const urls = await Promise.all(nodes.map(({ ready }) => ready));
      await Promise.all(urls.map(untilGreen));
      const call = { credentials: tenant.key, key: 'k-1', body: transaction };
      const lost = submitUnderKey(urls[0]!, call).catch((error: unknown) => error);
      await sleep(500);
      const waiting = submitUnderKey(urls[1]!, call);
      await sleep(500);
      nodes[0]!.signal('SIGKILL');
      expect(await lost).toBeInstanceOf(Error);
      const answer = await waiting;
      expect(answer).toMatchObject({
        replayed: 'true',
        data: { code: 200, sync: true, output: { decision: 'approve' } },
      });
      expect(await submitUnderKey(urls[1]!, call)).toMatchObject({ replayed: 'true', data: answer.data });
    },
  );
});
