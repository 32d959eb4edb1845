import { describe, expect, it } from 'vitest';
import { factsOf, readableFacts } from './audit-facts.ts';

describe('what a record tells', () => {
  it('is what was changed, as it was and as it is', () => {
    expect(factsOf({ name: { from: 'Acme', to: 'Acme Pay' }, enabled: { from: true, to: false } })).toEqual([
      { name: 'Name', was: 'Acme', is: 'Acme Pay' },
      { name: 'Enabled', was: 'yes', is: 'no' },
    ]);
  });

  it('is of a part with members each member that differs', () => {
    const contact = {
      from: { email: 'a@acme.test', url: 'https://acme.test' },
      to: { email: 'b@acme.test', url: 'https://acme.test' },
    };
    expect(factsOf({ contact })).toEqual([{ name: 'Contact, Email', was: 'a@acme.test', is: 'b@acme.test' }]);
    expect(
      factsOf({ items: { DECLARATION: { from: null, to: { name: 'What you declare', fields: [{}, {}] } } } }),
    ).toEqual([
      { name: 'Items, DECLARATION, Name', was: 'none', is: 'What you declare' },
      { name: 'Items, DECLARATION, Fields', was: 'none', is: '2 entries' },
    ]);
  });

  it('is the rest as it is: lists of words, nothing, figures, texts that are cut', () => {
    expect(
      factsOf({ roles: ['admin', 'analyst'], groups: [], failure: null, bytes: 12, note: 'x'.repeat(400) }),
    ).toEqual([
      { name: 'Roles', is: 'admin, analyst' },
      { name: 'Groups', is: 'none' },
      { name: 'Failure', is: 'none' },
      { name: 'Bytes', is: '12' },
      { name: 'Note', is: `${'x'.repeat(300)}…` },
    ]);
  });

  it('names tables, kinds of data and periods in words', () => {
    expect(
      factsOf({
        erased: { case_record: 2, file: 1 },
        due: { usage: 3 },
        waitsFor: { kind: 'usage' },
        period: 'P18M',
      }),
    ).toEqual([
      { name: 'Erased, Cases', is: '2' },
      { name: 'Erased, Files', is: '1' },
      { name: 'Due, Quick scan credits by call', is: '3' },
      { name: 'Waits for, Kind', is: 'Quick scan credits by call' },
      { name: 'Period', is: '18 months' },
    ]);
  });

  it('names lists by their titles, and leaves codes that it does not know', () => {
    expect(factsOf({ listVersions: { 'un-sc': '2026-11-01', 'of-others': '1' } })).toEqual([
      { name: 'List versions, UN Security Council', is: '2026-11-01' },
      { name: 'List versions, of-others', is: '1' },
    ]);
  });

  it('names what a published workflow replaced, and what starts on the event that it left', () => {
    const left = { eventType: 'KYC_EVENT', source: 'API', starts: null };
    expect(factsOf({ replaced: 'wf_pay@1', startsInstead: 'wf_other@2', left })).toEqual([
      { name: 'Replaced', is: 'wf_pay@1' },
      { name: 'Submits start instead', is: 'wf_other@2' },
      { name: 'No longer starts on, Event type', is: 'KYC event' },
      { name: 'No longer starts on, Source', is: 'API' },
      { name: 'No longer starts on, Starts now', is: 'none' },
    ]);
  });

  it('names codes that have a name, and leaves texts that look like them', () => {
    const detail = {
      decision: 'reject',
      ruling: 'FALSE_POSITIVE',
      eventType: 'KYC_EVENT',
      reason: 'poor picture',
      name: 'reject',
    };
    expect(factsOf(detail)).toEqual([
      { name: 'Decision', is: 'rejected' },
      { name: 'Ruling', is: 'False positive' },
      { name: 'Event type', is: 'KYC event' },
      { name: 'Reason', is: 'poor picture' },
      { name: 'Name', is: 'reject' },
    ]);
    expect(
      factsOf({
        kind: 'LIST_CHANGE',
        type: 'documents',
        method: 'single_sign_on',
        channel: 'sms',
        subjectKeys: ['self', 'p-1'],
        engines: { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 } },
        versionsTo: { watchlist: 3 },
      }).map(({ name, is }) => `${name}: ${is}`),
    ).toEqual([
      'Kind: List change',
      'Type: Documents',
      'Method: single sign-on',
      'Channel: text message',
      'Screened subjects: Customer, p-1',
      'Engines, Global check, Match strength: Strong',
      'Engines, Global check, Max hits: 20',
      'Versions after, Watchlist: 3',
    ]);
  });

  it('names what a retention run deleted by its kind and its tables', () => {
    const removed = { executions: { count: 18, rows: { case_record: 18 } } };
    expect(factsOf({ removed }).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Deleted, Executions with cases.*, Count$/),
      expect.stringMatching(/^Deleted, Executions with cases.*, Rows, Cases$/),
    ]);
  });

  it('names states of cases by words, and leaves ids that nobody knows to what was recorded', () => {
    const facts = factsOf({ to: 'UNDER_REVIEW', noteId: '01a222f2-8552-7671-a9c7-2572ed81e09d' });
    expect(readableFacts(facts)).toEqual([{ name: 'To', is: 'under review' }]);
  });
});
