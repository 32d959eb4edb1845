import type { KeyView } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { widens } from './key-widening.ts';

const bounds = {
  domains: ['retail', 'corporate'],
  operations: ['quickscan.submit', 'quickscan.detail'],
  rate: { requests: 10, seconds: 2 },
  calls: 100,
  expiresAt: 2_000,
};
const key = { ...bounds, state: 'enabled' } as KeyView;
const change = (more: object) => widens(key, { ...bounds, enabled: true, ...more } as never);

describe('a change of what a key may', () => {
  it.each<[string, object]>([
    ['another domain', { domains: ['retail', 'elsewhere'] }],
    ['every domain', { domains: null }],
    ['another operation', { operations: ['quickscan.submit', 'storage.upload.token'] }],
    ['every operation', { operations: ['quickscan.submit', '*'] }],
    ['no rate', { rate: null }],
    ['more requests at once', { rate: { requests: 11, seconds: 20 } }],
    ['more requests in the same time', { rate: { requests: 10, seconds: 1 } }],
    ['more calls', { calls: 101 }],
    ['calls without a number', { calls: null }],
    ['more time', { expiresAt: 2_001 }],
    ['time without an end', { expiresAt: null }],
  ])('widens it by %s', (_, more) => {
    expect(change(more)).toBe(true);
  });

  it.each<[string, object]>([
    ['what it is already', {}],
    ['less of everything', { domains: ['retail'], operations: ['quickscan.detail'], calls: 0, expiresAt: 1 }],
    ['a slower rate', { rate: { requests: 10, seconds: 3 } }],
    ['disabling', { enabled: false }],
  ])('does not by %s', (_, more) => {
    expect(change(more)).toBe(false);
  });

  it('widens what is disabled by enabling it alone, and what has no bounds by nothing', () => {
    const disabled = { ...key, state: 'disabled' } as KeyView;
    expect(widens(disabled, { ...bounds, enabled: true })).toBe(true);
    expect(widens(disabled, { ...bounds, enabled: false })).toBe(false);
    const free = { domains: null, operations: ['*'], rate: null, calls: null, expiresAt: null };
    expect(widens({ ...key, ...free }, { ...bounds, enabled: true })).toBe(false);
  });
});
