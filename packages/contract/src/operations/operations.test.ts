import { describe, expect, it } from 'vitest';
import { parseInput } from '../bad-input.ts';
import { operations } from './index.ts';

const submit = operations['workflow.apply.submit'];
const subject = { customerId: 'c-1', name: 'Jane Example', customerType: 'individual' };
const body = { eventType: 'MANUAL_CASE_EVENT', source: 'API', data: subject };

function bad(operation: (typeof operations)[keyof typeof operations], value: unknown, version = '1.0.0') {
  const result = parseInput<unknown>(operation.input(version), value);
  return result.ok ? undefined : result.bad;
}

describe('workflow.apply.submit', () => {
  it('checks the subject of a MANUAL_CASE_EVENT with the envelope', () => {
    expect(bad(submit, body)).toBeUndefined();
    expect(bad(submit, { ...body, data: { ...subject, name: undefined } })).toEqual({
      kind: 'shape',
      message: 'data.name is missing',
    });
    expect(bad(submit, { ...body, data: { ...subject, dateOfBirth: '1980-02-31' } })).toMatchObject({
      kind: 'value',
      message: expect.stringContaining('data.dateOfBirth "1980-02-31"'),
    });
  });

  it('wants only customerId of other events', () => {
    expect(bad(submit, { ...body, eventType: 'KYC_EVENT', data: { customerId: 'c-1' } })).toBeUndefined();
    expect(bad(submit, { ...body, eventType: 'KYC_EVENT', data: {} })).toMatchObject({ kind: 'shape' });
  });

  it('ignores workflowId at 1.0.0, whatever it is, and reads it at 2.0.0', () => {
    expect(bad(submit, { ...body, workflowId: 7 })).toBeUndefined();
    expect(bad(submit, { ...body, workflowId: 7 }, '2.0.0')).toMatchObject({ kind: 'shape' });
    const parsed = parseInput(submit.input('2.0.0'), { ...body, workflowId: ' ' });
    expect(parsed.ok && parsed.value.workflowId).toBeUndefined();
  });

  it('names an unknown event type with its value', () => {
    expect(bad(submit, { ...body, eventType: 'PERIODIC_FLOW_EVENT' })).toMatchObject({
      kind: 'value',
      message: expect.stringContaining('eventType "PERIODIC_FLOW_EVENT"'),
    });
  });
});

describe('quickscan.submit', () => {
  const scan = { name: 'Jane Example', customerType: 'Individual', providers: ['GLOBAL_CHECK'] };

  it('takes customerType as a word or an integer', () => {
    for (const customerType of ['Individual', 'Business', 1, 2]) {
      expect(bad(operations['quickscan.submit'], { data: { ...scan, customerType } })).toBeUndefined();
    }
    for (const customerType of ['individual', 3, true]) {
      expect(bad(operations['quickscan.submit'], { data: { ...scan, customerType } })?.message).toContain(
        'customerType',
      );
    }
  });

  it('wants at least one known engine', () => {
    expect(bad(operations['quickscan.submit'], { data: { ...scan, providers: [] } })).toMatchObject({
      kind: 'value',
    });
    expect(
      bad(operations['quickscan.submit'], { data: { ...scan, providers: ['GOOGLE'] } })?.message,
    ).toContain('data.providers[0] "GOOGLE"');
  });

  it('refuses unknown settings: a silent default would weaken a screening', () => {
    const faulty = [
      { globalcheck: {} },
      { globalCheck: { strength: 'WEAK' } },
      { globalCheck: { maxHits: 7 } },
      { compositeScan: { sensitivity: 1.1 } },
      { internetSearch: { resultCount: 30 } },
    ];
    for (const providerSettings of faulty) {
      expect(bad(operations['quickscan.submit'], { data: { ...scan, providerSettings } })).toBeDefined();
    }
  });
});

describe('quickscan.hits', () => {
  it('has a page and a page size by default and refuses those out of range', () => {
    const data = { id: 'x', provider: 'WATCHLIST' };
    const parsed = parseInput(operations['quickscan.hits'].input('1.0.0'), { data });
    expect(parsed.ok && parsed.value.data).toMatchObject({ page: 1, pageSize: 20 });
    for (const extra of [{ page: 0 }, { pageSize: 0 }, { pageSize: 101 }, { page: 1.5 }]) {
      expect(bad(operations['quickscan.hits'], { data: { ...data, ...extra } })).toBeDefined();
    }
  });
});

describe('every operation', () => {
  it('stands under its own name and refuses in its own output shape', () => {
    for (const [name, operation] of Object.entries(operations)) {
      expect(operation.name).toBe(name);
      expect(operation.output.safeParse(operation.refuse(400, 'why', 'request')).success).toBe(true);
    }
  });
});
