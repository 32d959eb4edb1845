import { describe, expect, it } from 'vitest';
import { allowedMethodsOf, isOtherMethod } from './allowed-methods.ts';

describe('the methods of a path', () => {
  const allowed = allowedMethodsOf(
    [
      { method: 'GET', path: '/cases/{caseNo}' },
      { method: 'PUT', path: '/cases/{caseNo}' },
      { method: 'POST', path: '/cases/next' },
    ],
    '/api',
  );

  it('are those of the routes that it fits, without the query', () => {
    expect(allowed('/api/cases/C1?x=1')).toEqual(['GET', 'PUT']);
    expect(allowed('/api/cases/next')).toEqual(['GET', 'PUT', 'POST']);
    for (const unknown of ['/api/cases', '/api/cases/C1/notes', '/cases/C1', '/api/cases/']) {
      expect(allowed(unknown), unknown).toEqual([]);
    }
  });

  it('refuse another one, but never where there are none', () => {
    expect(isOtherMethod('DELETE', ['GET'])).toBe(true);
    expect(isOtherMethod('HEAD', ['GET'])).toBe(false);
    expect(isOtherMethod('GET', ['GET'])).toBe(false);
    expect(isOtherMethod('GET', [])).toBe(false);
  });
});
