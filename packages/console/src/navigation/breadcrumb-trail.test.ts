import { describe, expect, it } from 'vitest';
import { breadcrumbTrail } from './breadcrumb-trail.ts';

describe('the way to a page', () => {
  it('is the page itself where the address names nothing more', () => {
    expect(breadcrumbTrail('/')).toEqual([{ label: 'Home' }]);
    expect(breadcrumbTrail('/keys')).toEqual([{ label: 'API & Integration' }]);
    expect(breadcrumbTrail('/account')).toEqual([{ label: 'Your account' }]);
  });

  it('leads from the page to the object that the address names last', () => {
    expect(breadcrumbTrail('/cases/retail/C0001')).toEqual([
      { label: 'Cases', to: '/cases' },
      { label: 'C0001' },
    ]);
    expect(breadcrumbTrail('/customers/retail/a%2Fb')).toEqual([
      { label: 'Customers', to: '/customers' },
      { label: 'a/b' },
    ]);
  });

  it('says what an address without an object is for', () => {
    expect(breadcrumbTrail('/webhooks/new').at(-1)).toEqual({ label: 'New webhook' });
  });

  it('finds the page of an object whose address has another beginning', () => {
    expect(breadcrumbTrail('/deliveries/retail/d1')).toEqual([
      { label: 'Webhooks', to: '/webhooks' },
      { label: 'd1' },
    ]);
    expect(breadcrumbTrail('/tuning/retail/wf_1', 'Screening')).toEqual([
      { label: 'Workflows', to: '/workflows' },
      { label: 'Screening' },
    ]);
  });

  it('is empty for a page that is not there, and stands a broken address', () => {
    expect(breadcrumbTrail('/nowhere/1')).toEqual([]);
    expect(breadcrumbTrail('/cases/retail/%E0%A4%A')).toEqual([
      { label: 'Cases', to: '/cases' },
      { label: '%E0%A4%A' },
    ]);
  });
});

it('calls an object by its name, and an id that nobody knows by its beginning', () => {
  expect(breadcrumbTrail('/customers/retail/c-1', 'Jane Roe').at(-1)).toEqual({ label: 'Jane Roe' });
  const id = '01a222f2-8552-7671-a9c7-2572ed81e09d';
  expect(breadcrumbTrail(`/executions/retail/${id}`).at(-1)).toEqual({ label: '01a222f2…' });
});
