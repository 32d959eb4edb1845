import { expect, it, vi } from 'vitest';
import { newDataKey } from '../lib/secrets.ts';
import { DomainKeys, type PersonalKeys } from './personal-keys.ts';
import { executionSealer, openExecution } from './sealed-executions.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const executionId = '0199aaaa-0000-7000-8000-000000000001';
const keys = new DomainKeys(scope, newDataKey());
const content = {
  data: { name: 'Ottoline Vantreely', file: 's3://b/x' },
  outputs: { screen: { hits: 0 } },
  runs: [{ i: { subjects: [{ name: 'Ottoline Vantreely' }] }, s: 1, f: 2 }],
};

function sealerOf(isStarted: () => boolean) {
  const asked = vi.fn(async () => isStarted());
  const personalKeys = { isStarted: asked, ofDomain: async () => keys } as unknown as PersonalKeys;
  return { asked, sealer: executionSealer(personalKeys, (text) => [text.slice(0, 6)]) };
}

it('what an execution keeps is sealed under its key, small, and opens at its place alone', async () => {
  const seal = (await sealerOf(() => true).sealer(scope))!;
  const { sealed, wrappedKey, uploadIds } = seal(executionId, content);
  expect(uploadIds).toEqual(['{"data']);
  expect(sealed.length).toBeLessThan(160);
  expect(sealed.includes('Ottoline')).toBe(false);
  expect(openExecution(keys, scope, { executionId, sealed, wrappedKey })).toEqual(content);
  expect(openExecution(keys, scope, { executionId, sealed: null, wrappedKey: null })).toBeUndefined();
  expect(openExecution(keys, scope, { executionId, sealed, wrappedKey: null })).toBe('keyless');
  const other = seal(executionId, content);
  expect(openExecution(keys, scope, { executionId, sealed, wrappedKey: other.wrappedKey })).toBe('keyless');
  const elsewhere = `${executionId.slice(0, -1)}2`;
  const moved = keys.create(elsewhere).wrapped;
  expect(openExecution(keys, scope, { executionId: elsewhere, sealed, wrappedKey: moved })).toBe('keyless');
});

it('a store of an earlier release is asked again whether sealing has started, and not with each commit', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let isStarted = false;
  const { asked, sealer } = sealerOf(() => isStarted);
  expect(await sealer(scope)).toBeUndefined();
  isStarted = true;
  expect(await sealer(scope)).toBeUndefined();
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_001);
  expect(await sealer(scope)).toBeTypeOf('function');
  await sealer(scope);
  expect(asked).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
