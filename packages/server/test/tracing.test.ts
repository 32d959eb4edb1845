import { createClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
const hook = {
  enabled: true,
  webhook: 'wh',
  triggerOn: ['approve'],
  inputs: { customerId: 'data.customerId' },
};
const workflow = {
  id: 'wf_traced',
  name: 'Traced',
  eventType: 'MANUAL_CASE_EVENT',
  nodes: [
    { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: {} } },
    { id: 'pause', type: 'wait', for: 'PT1S' },
    { id: 'crm', type: 'webhook', webhook: 'wh', inputs: { customerId: 'data.customerId' } },
    { id: 'fine', type: 'decision', outcome: 'approve', hook },
  ],
  edges: [
    { from: 'start', to: 'screen' },
    { from: 'screen', to: 'pause' },
    { from: 'pause', to: 'crm' },
    { from: 'crm', to: 'fine' },
  ],
};
const personal = ['Quentin Unlisted', '1971-03-04', 'AB1234567', 'quentin@mail.test', 'customer-of-secrets'];

describe.each(storyStores())('traces, %s', (store) => {
  let receiver: Receiver;
  let service: TestService;
  const tenant = () =>
    aTenant({
      webhooks: [{ id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
      workflows: [{ domain: 'retail', workflow }],
    });

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService(store, {
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      GATEHOUSE_OTLP_URL: receiver.url,
    });
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });

  function sentSpans(): SentSpan[] {
    return receiver.callsTo('/v1/traces').flatMap(({ body }) => {
      const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      return sent.resourceSpans.flatMap((each) => each.scopeSpans).flatMap(({ spans }) => spans);
    });
  }

  it('are one, from the call to the last webhook, although another process ran the end', async () => {
    const submitter = tenant();
    await service.provision(submitter);
    const client = createClient({
      baseUrl: service.app.baseUrl,
      ...submitter.key,
      domain: 'retail',
      headers: { traceparent },
    });
    const { executionId } = await client.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: {
        customerId: personal[4]!,
        customerType: 'individual',
        name: personal[0]!,
        birthDate: personal[1]!,
        idType: 'passport',
        idNumber: personal[2]!,
        email: personal[3]!,
      } as never,
    });
    await service.drain();
    expect(await client.workflow.status(executionId)).toMatchObject({ status: 'WAITING' });
    await service.app.close();
    const next = await startTestService(store, service.env);
    const again = next.client({ ...submitter.key, domain: 'retail' });
    await until('the end', async () => (await again.workflow.status(executionId))?.status === 'COMPLETED');
    await until('both webhooks', () => receiver.callsTo('/hook').length === 2);
    await next.drain();
    await next.stop();

    const spans = sentSpans().filter(({ traceId }) => traceId === caller.traceId);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const parentOf = ({ parentSpanId }: SentSpan) =>
      parentSpanId === caller.spanId ? 'the caller' : byId.get(parentSpanId ?? '')?.name;
    const tree = new Set(spans.map((span) => `${span.name} < ${parentOf(span)}`));
    expect([...tree].toSorted((one, other) => one.localeCompare(other))).toEqual([
      'commit segments < segment',
      'decision hook < gateway call',
      'gateway call < the caller',
      'node decision < segment',
      'node screening < segment',
      'node wait < segment',
      'node webhook < segment',
      'segment < gateway call',
      'submit transaction < gateway call',
      'webhook attempt < node webhook',
    ]);
    // What the receiver got continues the spans of the attempts.
    const attempts = spans.filter(({ name }) => name === 'webhook attempt' || name === 'decision hook');
    expect(receiver.callsTo('/hook').map(({ headers }) => headers['traceparent'])).toEqual(
      expect.arrayContaining(attempts.map(({ spanId }) => `00-${caller.traceId}-${spanId}-01`)),
    );
    // Two processes sent parts of it.
    const segments = spans.filter(({ name }) => name === 'segment');
    expect(segments.length).toBeGreaterThanOrEqual(3);
    for (const { attributes } of segments) {
      expect(attributes).toContainEqual({
        key: 'gatehouse.execution_id',
        value: { stringValue: executionId },
      });
    }
    const everything = receiver
      .callsTo('/v1/traces')
      .map(({ body }) => body)
      .join('\n');
    expect(personal.filter((value) => everything.includes(value))).toEqual([]);
  });
});

describe('traces that are off', () => {
  it('store nothing, send nothing and pass nothing on', async () => {
    const receiver = await startReceiver();
    const service = await startTestService('embedded', { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    const tenant = aTenant({
      webhooks: [{ id: 'wh', name: 'CRM', url: `${receiver.url}/hook`, inputs: ['customerId'] }],
      workflows: [
        {
          domain: 'retail',
          workflow: { ...workflow, nodes: [workflow.nodes[3]], edges: [{ from: 'start', to: 'fine' }] },
        },
      ],
    });
    await service.provision(tenant);
    const client = createClient({
      baseUrl: service.app.baseUrl,
      ...tenant.key,
      domain: 'retail',
      headers: { traceparent },
    });
    const data = { customerId: 'c', customerType: 'individual', name: 'Quentin Unlisted' } as const;
    await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    expect(receiver.calls.map(({ path, headers }) => [path, headers['traceparent']])).toEqual([
      ['/hook', undefined],
    ]);
    const { rows } = await service.app.database.executeSql(
      'select count(trace_parent)::int as kept from gatehouse.execution',
    );
    expect(rows).toEqual([{ kept: 0 }]);
    await service.stop();
    await receiver.stop();
  });
});
