import { expect, it } from 'vitest';
import { auditQuery, readAuditFilters } from './audit-filters.ts';

it('reads the filters of an address, and leaves out what is none', () => {
  const filters = {
    actor: 'ana@acme.test',
    act: 'case.',
    objectId: 'C000001',
    customerId: 'c-1',
    from: '2026-11-01',
  };
  expect(readAuditFilters(filters)).toEqual(filters);
  expect(readAuditFilters({ objectId: 1234 })).toEqual({ objectId: '1234' });
  expect(
    readAuditFilters({ actor: '', act: ['x'], objectId: 'x'.repeat(201), from: '2026-13-45', to: 'now' }),
  ).toEqual({});
});

it('asks the service for whole days of the person’s time zone', () => {
  expect(auditQuery({ act: 'case.', from: '2026-11-01', to: '2026-11-01' })).toEqual({
    act: 'case.',
    from: new Date(2026, 10, 1).getTime(),
    to: new Date(2026, 10, 2).getTime(),
  });
  expect(auditQuery({})).toEqual({});
});
