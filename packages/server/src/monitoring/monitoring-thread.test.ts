import { describe, expect, it } from 'vitest';
import { createThreadCalls } from './monitoring-thread.ts';

const party = (name: string, extra: object = {}) => ({ name, customerType: 'individual', ...extra });
const statedBy = (parties: Record<string, object>, declaredBy = 'ownership', self: object[] = []) =>
  ({ declaredBy, parties, self }) as never;
const company = (customerId: string, ...stated: never[]) => ({ customerId, subject: null, stated });

/** A run that looks for names of the tenant's own list. */
function startRun(thread: ReturnType<typeof createThreadCalls>, ...names: string[]) {
  const watchlist = names.map((name, index) => ({ id: `w${index}`, name, type: 'individual' }) as never);
  const changed = { entryIds: [], sources: [] };
  const search = { lists: [], watchlist, changed, engines: [{ WATCHLIST: {} }] } as never;
  return thread.start({ runId: 'run', scope: 's', search, customerId: null });
}

describe('the subjects of a run', () => {
  it('leads from one owner to each of its companies, and screens only the owner', () => {
    const thread = createThreadCalls();
    const customers = ['k-1', 'k-2', 'k-3'].map((id) =>
      company(
        id,
        statedBy({ 'party:a': party('Wilhelmina Thornapple'), 'party:b': party(`Otto Unlike ${id}`) }),
      ),
    );
    expect(thread.watch({ scope: 's', customers, gone: [] })).toEqual({ customers: 3, subjects: 6 });
    expect(startRun(thread, 'Wilhelmina Thornapple')).toMatchObject({ considered: 3, concerned: 3 });
    const { customers: screened } = thread.screen({ runId: 'run', after: null, limit: 200 });
    expect(screened).toMatchObject(
      ['k-1', 'k-2', 'k-3'].map((customerId) => ({
        customerId,
        subjects: [{ key: 'party:a', hits: [{ entityId: 'watchlist:w0' }] }],
      })),
    );
    expect(screened[0]!.subjects).toHaveLength(1);
  });

  it('forgets who is stated no more, and keeps the others of the same owner', () => {
    const thread = createThreadCalls();
    const owner = statedBy({ 'party:a': party('Wilhelmina Thornapple') });
    thread.watch({ scope: 's', customers: [company('k-1', owner), company('k-2', owner)], gone: [] });
    const nobody = company('k-1', statedBy({}));
    expect(thread.watch({ scope: 's', customers: [nobody], gone: [] })).toEqual({
      customers: 1,
      subjects: 1,
    });
    startRun(thread, 'Wilhelmina Thornapple');
    const { customers } = thread.screen({ runId: 'run', after: null, limit: 200 });
    expect(customers.map(({ customerId }) => customerId)).toEqual(['k-2']);
    expect(thread.watch({ scope: 's', customers: [], gone: ['k-2'] })).toEqual({ customers: 0, subjects: 0 });
    expect(startRun(thread, 'Wilhelmina Thornapple')).toMatchObject({ considered: 0, concerned: 0 });
  });

  it('keeps the company of another customer when one that stated it twice states it no more', () => {
    const thread = createThreadCalls();
    const own = party('Grimbald Trading');
    const once = statedBy({}, 'KYB_EVENT/a', [own]);
    const twice = [once, statedBy({}, 'KYB_EVENT/b', [own])];
    thread.watch({ scope: 's', customers: [company('k-1', ...twice), company('k-2', once)], gone: [] });
    expect(thread.watch({ scope: 's', customers: [], gone: ['k-1'] })).toEqual({ customers: 1, subjects: 1 });
    expect(startRun(thread, 'Grimbald Trading')).toMatchObject({ considered: 1, concerned: 1 });
    const { customers } = thread.screen({ runId: 'run', after: null, limit: 200 });
    expect(customers).toMatchObject([{ customerId: 'k-2', subjects: [{ hits: [{}] }] }]);
  });

  it('takes of one party what was stated last, and the company itself beside it', () => {
    const thread = createThreadCalls();
    const newest = statedBy({ 'party:a': party('Ottoline Vantreely') }, 'KYB_EVENT/screen', [
      party('Grimbald Trading'),
    ]);
    const older = statedBy({ 'party:a': party('Wilhelmina Thornapple') });
    thread.watch({ scope: 's', customers: [company('k-1', newest, older)], gone: [] });
    startRun(thread, 'Wilhelmina Thornapple', 'Ottoline Vantreely', 'Grimbald Trading');
    const [screened] = thread.screen({ runId: 'run', after: null, limit: 200 }).customers;
    expect(screened!.subjects).toMatchObject([
      { key: 'self#KYB_EVENT/screen#0', hits: [{ entityId: 'watchlist:w2' }] },
      { key: 'party:a', hits: [{ entityId: 'watchlist:w1' }] },
    ]);
  });

  it('never divides the parties of a customer, and continues behind it', () => {
    const thread = createThreadCalls();
    const name = 'Wilhelmina Thornapple';
    const many = Array.from({ length: 300 }, (_, number) => [`party:${number}`, party(name)] as const);
    const customers = [
      company('k-1', statedBy(Object.fromEntries(many))),
      company('k-2', statedBy({ 'party:a': party(name) })),
    ];
    thread.watch({ scope: 's', customers, gone: [] });
    startRun(thread, name);
    const first = thread.screen({ runId: 'run', after: null, limit: 200 });
    expect(first).toMatchObject({ last: 'k-1', isLast: false });
    expect(first.customers[0]!.subjects).toHaveLength(300);
    const second = thread.screen({ runId: 'run', after: first.last, limit: 200 });
    expect(second).toMatchObject({ last: 'k-2', isLast: true, customers: [{ customerId: 'k-2' }] });
  });

  it('screens everybody whom a run started with, also when the scope is forgotten meanwhile', () => {
    const thread = createThreadCalls();
    const name = 'Wilhelmina Thornapple';
    const customers = ['k-1', 'k-2'].map((id) => company(id, statedBy({ 'party:a': party(name) })));
    thread.watch({ scope: 's', customers, gone: [] });
    startRun(thread, name);
    const first = thread.screen({ runId: 'run', after: null, limit: 1 });
    expect(first).toMatchObject({ last: 'k-1', isLast: false });
    thread.forget({ scope: 's' });
    const second = thread.screen({ runId: 'run', after: first.last, limit: 1 });
    expect(second).toMatchObject({ last: 'k-2', isLast: true, customers: [{ customerId: 'k-2' }] });
    expect(thread.watch({ scope: 's', customers: [], gone: [] })).toEqual({ customers: 0, subjects: 0 });
  });
});
