import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { readMetrics } from './support/network.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

describe.each(storyStores())('the metrics of a service, %s', (store) => {
  let service: TestService;
  let port: number;
  const tenant = aTenant();

  beforeAll(async () => {
    port = await freePort();
    service = await startTestService(store, { GATEHOUSE_METRICS_PORT: String(port) });
    await service.provision(tenant);
  });
  afterAll(() => service?.stop());

  it('count what was done, when it was kept', async () => {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const subject = { customerType: 'individual' } as const;
    for (const name of ['Osama bin Laden', 'Quentin Unlisted']) {
      const data = { ...subject, customerId: name, name };
      await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    }
    await client.quickscan.submit({ name: 'Osama bin Laden', customerType: 1, providers: ['GLOBAL_CHECK'] });
    await service.drain();
    const figures = await readMetrics(port);
    expect(figures.get('gatehouse_executions_settled_total{state="WAITING"}')).toBe(1);
    expect(figures.get('gatehouse_executions_settled_total{state="COMPLETED"}')).toBe(1);
    expect(figures.get('gatehouse_quick_scans_settled_total{state="DONE"}')).toBe(1);
    expect(figures.get('gatehouse_screening_duration_seconds_count')).toBe(3);
    expect(figures.get('gatehouse_screening_failures_total')).toBe(0);
    expect(figures.get('gatehouse_jobs_pending{queue="execution"}')).toBe(0);
    expect(
      figures.get('gatehouse_gateway_business_answers_total{operation="workflow.apply.submit",code="200"}'),
    ).toBe(2);
  });

  it('are not told by the public listener', async () => {
    const answer = await fetch(new URL('/metrics', service.app.baseUrl));
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ apiCode: 999301 })]);
  });

  it('are gone without, not the service, when their port is taken', async () => {
    const other = await startTestService('embedded', { GATEHOUSE_METRICS_PORT: String(port) });
    expect(other.app.metricsPort).toBeUndefined();
    expect((await fetch(new URL('/readyz', other.app.baseUrl))).status).toBe(200);
    for (const path of ['/healthz', '/readyz']) {
      const { headers } = await fetch(new URL(path, other.app.baseUrl));
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      const posted = await fetch(new URL(path, other.app.baseUrl), { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
    }
    await other.stop();
    expect((await readMetrics(port)).get('gatehouse_database_up')).toBe(1);
  });
});
