import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { type MetricSources, Metrics } from './metrics.ts';
import { startMetricsListener } from './metrics-listener.ts';

const logger = createLogger('silent');

const sources: MetricSources = {
  jobsPending: () => Promise.resolve({ execution: 3, quickscan: 0 }),
  store: () =>
    Promise.resolve({
      oldestDueSeconds: { execution: 12 },
      auditUnsealed: 5,
      auditLagSeconds: 3,
      streamLagSeconds: { http: 5 },
      uploadedBytes: 400,
      databaseBytes: 9_000,
      pool: { open: 4, idle: 1, waiting: 2 },
    }),
  freeBytes: () => Promise.resolve(70_000),
  connections: () => Promise.resolve(7),
  replica: () => ({ isUsable: true, lagMs: 1_500 }),
  monitoredCustomers: () => 12,
  lists: () => [{ source: 'un-sc', ageDays: 4, entries: 1000, rejected: { count: 2 } }],
  listSources: () => [
    {
      source: 'un-sc',
      checkedAt: new Date(Date.now() - 60_000).toISOString(),
      failures: 3,
      isStale: true,
      behindSeconds: 240,
      refused: {},
    },
    { source: 'eu-fsf', checkedAt: null, failures: 0, isStale: false, behindSeconds: null, refused: null },
  ],
  lastListActivation: () => 12,
  feeds: async () => [{ url: 'https://a.test/rss', items: 12, loadedAt: null, failures: 2 }],
};

/** The figures of a text, by name and labels. */
async function metricsOf(metrics: Metrics): Promise<Map<string, number>> {
  const { body } = await metrics.text();
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('metrics', () => {
  it('count calls by operation and apiCode, and tell how long they took', async () => {
    const metrics = new Metrics('1.2.3');
    const call = {
      operation: 'quickscan.submit',
      apiCode: 200,
      businessCode: 200,
      ms: 30,
      repeated: false,
      clientGone: false,
    };
    metrics.call(call);
    metrics.call({ ...call, businessCode: 403, ms: 3, clientGone: true });
    metrics.call({
      operation: undefined,
      apiCode: undefined,
      businessCode: undefined,
      ms: 1,
      repeated: true,
      clientGone: true,
    });
    const figures = await metricsOf(metrics);
    const of = (name: string) => figures.get(name);
    expect(of('gatehouse_gateway_calls_total{operation="quickscan.submit",api_code="200"}')).toBe(2);
    expect(of('gatehouse_gateway_calls_total{operation="unknown",api_code="none"}')).toBe(1);
    expect(of('gatehouse_gateway_business_answers_total{operation="quickscan.submit",code="403"}')).toBe(1);
    expect(of('gatehouse_gateway_clients_gone_total{operation="quickscan.submit"}')).toBe(1);
    expect(
      of('gatehouse_gateway_call_duration_seconds_bucket{le="0.005",operation="quickscan.submit"}'),
    ).toBe(1);
    expect(of('gatehouse_gateway_call_duration_seconds_count{operation="quickscan.submit"}')).toBe(2);
    expect(of('gatehouse_build_info{version="1.2.3"}')).toBe(1);
    metrics.close();
  });

  it('ask the store, the listener and the lists only when they are read', async () => {
    const metrics = new Metrics('1');
    let requested = 0;
    metrics.watch({
      ...sources,
      replica: () => ({ isUsable: true, lagMs: 1_500 }),
      jobsPending: () => {
        requested += 1;
        return sources.jobsPending();
      },
    });
    expect(requested).toBe(0);
    const figures = await metricsOf(metrics);
    expect(requested).toBe(1);
    expect(figures.get('gatehouse_jobs_pending{queue="execution"}')).toBe(3);
    expect(figures.get('gatehouse_database_up')).toBe(1);
    expect(figures.get('gatehouse_connections')).toBe(7);
    expect(figures.get('gatehouse_replica_usable')).toBe(1);
    expect(figures.get('gatehouse_replica_lag_seconds')).toBe(1.5);
    expect(figures.get('gatehouse_oldest_due_job_seconds{queue="execution"}')).toBe(12);
    expect(figures.get('gatehouse_audit_unsealed_records')).toBe(5);
    expect(figures.get('gatehouse_audit_lag_seconds')).toBe(3);
    expect(figures.get('gatehouse_stored_upload_bytes')).toBe(400);
    expect(figures.get('gatehouse_database_bytes')).toBe(9_000);
    expect(figures.get('gatehouse_data_directory_free_bytes')).toBe(70_000);
    expect(figures.get('gatehouse_database_connections{state="waiting"}')).toBe(2);
    expect(figures.get('gatehouse_list_age_days{source="un-sc"}')).toBe(4);
    expect(figures.get('gatehouse_list_rejected_records{source="un-sc"}')).toBe(2);
    expect(figures.get('gatehouse_list_checked_age_seconds{source="un-sc"}')).toBeGreaterThanOrEqual(60);
    expect(figures.has('gatehouse_list_checked_age_seconds{source="eu-fsf"}')).toBe(false);
    expect(figures.get('gatehouse_list_check_failures{source="un-sc"}')).toBe(3);
    expect(figures.get('gatehouse_list_stale{source="un-sc"}')).toBe(1);
    expect(figures.get('gatehouse_list_refused{source="eu-fsf"}')).toBe(0);
    expect(figures.get('gatehouse_list_behind_seconds{source="un-sc"}')).toBe(240);
    expect(figures.get('gatehouse_list_behind_seconds{source="eu-fsf"}')).toBe(0);
    expect(figures.get('gatehouse_list_generation')).toBe(12);
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    metrics.close();
  });

  it('count attempts at callers’ servers and executions by how they ended', async () => {
    const metrics = new Metrics('1');
    metrics.webhookAttempt({ outcome: 'succeeded', failureClass: null, ms: 40 });
    metrics.webhookAttempt({ outcome: 'retry', failureClass: 'status', ms: 20 });
    metrics.webhookAttempt({ outcome: 'spent', failureClass: 'removed', ms: null });
    metrics.executionStopped('WAITING', 5);
    metrics.executionStopped('FAILED', 2_000);
    const figures = await metricsOf(metrics);
    const attempts = 'gatehouse_webhook_attempts_total';
    expect(figures.get(`${attempts}{outcome="succeeded",class="none"}`)).toBe(1);
    expect(figures.get(`${attempts}{outcome="retry",class="status"}`)).toBe(1);
    expect(figures.get(`${attempts}{outcome="spent",class="removed"}`)).toBe(1);
    expect(figures.get('gatehouse_webhook_attempt_duration_seconds_count')).toBe(2);
    const duration = 'gatehouse_execution_duration_seconds';
    expect(figures.get(`${duration}_count{state="FAILED"}`)).toBe(1);
    expect(figures.get(`${duration}_bucket{le="1",state="FAILED"}`)).toBe(0);
    expect(figures.has(`${duration}_count{state="WAITING"}`)).toBe(false);
    metrics.close();
  });

  it('are told without the store’s figures when it fails', async () => {
    const metrics = new Metrics('1');
    const gone = () => Promise.reject(new Error('gone'));
    metrics.watch({ ...sources, jobsPending: gone, store: gone, lastListActivation: () => undefined });
    const figures = await metricsOf(metrics);
    // A figure of 0 would say that the disk is full, and that no audit record waits.
    expect(figures.get('gatehouse_data_directory_free_bytes')).toBe(70_000);
    for (const name of [
      'gatehouse_audit_lag_seconds',
      'gatehouse_audit_unsealed_records',
      'gatehouse_stored_upload_bytes',
      'gatehouse_database_bytes',
      'gatehouse_list_generation',
    ]) {
      expect(figures.has(name), name).toBe(false);
    }
    metrics.watch({ ...sources, freeBytes: gone });
    expect((await metricsOf(metrics)).has('gatehouse_data_directory_free_bytes')).toBe(false);
    metrics.watch({ ...sources, jobsPending: gone, store: gone });
    expect(figures.get('gatehouse_database_up')).toBe(0);
    expect(figures.has('gatehouse_jobs_pending{queue="execution"}')).toBe(false);
    expect(figures.has('gatehouse_oldest_due_job_seconds{queue="execution"}')).toBe(false);
    expect(figures.get('gatehouse_list_entries{source="un-sc"}')).toBe(1000);
    expect(figures.get('gatehouse_feed_failures{feed="https://a.test/rss"}')).toBe(2);
    expect(figures.has('gatehouse_feed_age_seconds{feed="https://a.test/rss"}')).toBe(false);
    metrics.close();
  });

  it('of two apps in one process are apart', async () => {
    const [one, other] = [new Metrics('1'), new Metrics('1')];
    one.scanFinished('DONE');
    expect((await metricsOf(one)).get('gatehouse_quick_scans_settled_total{state="DONE"}')).toBe(1);
    expect((await metricsOf(other)).get('gatehouse_quick_scans_settled_total{state="DONE"}')).toBe(0);
    one.close();
    other.close();
  });

  it('are all on their page of the docs, in this form', () => {
    const metrics = new Metrics('1');
    const rows = metrics
      .facts()
      .map(({ name, type, labels, help }) => [
        `\`${name}\``,
        type,
        labels.map((label) => `\`${label}\``).join(', '),
        help,
      ]);
    metrics.close();
    const page = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
    const table = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(table).toEqual(rows);
  });
});

describe('the metrics listener', () => {
  it('answers GET /metrics and nothing else', async () => {
    const metrics = new Metrics('1');
    const listener = (await startMetricsListener(metrics, { host: '127.0.0.1', port: 0 }, logger))!;
    const at = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${listener.port}${path}`, { method });
    const answer = await at('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toContain('gatehouse_build_info{version="1"} 1');
    expect((await at('/metrics', 'POST')).status).toBe(405);
    expect((await at('/')).status).toBe(404);
    await listener.close();
    metrics.close();
  });

  it('goes without a port that is taken', async () => {
    const metrics = new Metrics('1');
    const first = (await startMetricsListener(metrics, { host: '127.0.0.1', port: 0 }, logger))!;
    const place = { host: '127.0.0.1', port: first.port };
    expect(await startMetricsListener(metrics, place, logger)).toBeUndefined();
    await first.close();
    metrics.close();
  });

  it('begin at 0 where an alert counts them, so that the first one is an increase', async () => {
    const metrics = new Metrics('1');
    metrics.expect({ operations: ['quickscan.hits'], queues: ['hook'], failureClasses: ['tls'] });
    const figures = await metricsOf(metrics);
    for (const name of [
      'gatehouse_gateway_calls_total{operation="quickscan.hits",api_code="999000"}',
      'gatehouse_gateway_calls_total{operation="quickscan.hits",api_code="999403"}',
      'gatehouse_executions_settled_total{state="FAILED"}',
      'gatehouse_work_given_up_total{queue="hook"}',
      'gatehouse_quick_scans_settled_total{state="FAILED"}',
      'gatehouse_webhook_attempts_total{outcome="spent",class="tls"}',
      'gatehouse_monitoring_runs_total{state="FAILED"}',
      'gatehouse_uploads_total{form="json",api_code="999402"}',
    ]) {
      expect(figures.get(name), name).toBe(0);
    }
    metrics.close();
  });
});
