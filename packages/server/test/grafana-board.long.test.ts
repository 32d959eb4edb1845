import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { findProgram } from './support/installed-tools.ts';
import { startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** What cannot have data in this story, and why. */
const withoutData: Readonly<Record<string, string>> = {
  'Failed checks in a row': 'the bundled sample has no publisher',
};

const board = JSON.parse(
  readFileSync(new URL('../../../deploy/grafana/gatehouse.json', import.meta.url), 'utf8'),
) as { panels: Panel[] };
const queries = board.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll('$job', 'gatehouse').replaceAll('$__rate_interval', '30s'),
  })),
);

const hook = {
  enabled: true,
  webhook: 'wh',
  triggerOn: ['approve'],
  inputs: { customerId: 'data.customerId' },
};

describe.skipIf(findProgram('prometheus') === undefined)('the Grafana board', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-prometheus-'));
  let service: TestService;
  let prometheus: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const [metricsPort, port] = [await freePort(), await freePort()];
    const receiver = await startReceiver();
    service = await startTestService('embedded', {
      GATEHOUSE_METRICS_PORT: String(metricsPort),
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      GATEHOUSE_SIEM_URL: `${receiver.url}/siem`,
    });
    writeFileSync(
      join(folder, 'prometheus.yaml'),
      `global: { scrape_interval: 1s }
scrape_configs: [{ job_name: gatehouse, static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }] }]`,
    );
    prometheus = spawn(
      findProgram('prometheus')!,
      [
        `--config.file=${join(folder, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    url = `http://127.0.0.1:${port}`;
    const tenant = aTenant({
      webhooks: [{ id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
      workflows: [
        {
          domain: 'retail',
          workflow: {
            id: 'wf',
            name: 'Board',
            eventType: 'MANUAL_CASE_EVENT',
            nodes: [
              { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: {} } },
              { id: 'fine', type: 'decision', outcome: 'approve', hook },
            ],
            edges: [
              { from: 'start', to: 'screen' },
              { from: 'screen', to: 'fine' },
            ],
          },
        },
      ],
    });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    // A little load for as long as rates need.
    for (let call = 0; call < 60; call += 1) {
      const data = { customerId: `c-${call}`, customerType: 'individual', name: 'Quentin Unlisted' } as const;
      await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
      await sleep(250);
    }
    await service.drain();
    await sleep(3_000);
    return () => receiver.stop();
  }, 120_000);
  afterAll(async () => {
    prometheus?.kill();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(queries)('$title: Prometheus answers $expr with data', async ({ title, expr }) => {
    const ask = async () => {
      const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expr)}`);
      return (await answer.json()) as {
        status: string;
        error?: string;
        data: { result: { value: [number, string] }[] };
      };
    };
    const { status, error, data } = await ask();
    expect([status, error]).toEqual(['success', undefined]);
    if (title in withoutData) return;
    await until(`data of ${title}`, async () => (await ask()).data.result.length > 0);
    expect(data.result.map(({ value }) => value[1])).not.toContain('NaN');
  });
});
