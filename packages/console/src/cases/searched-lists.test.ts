import type { CaseDetail } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { loadLanguage } from '../messages/text.ts';
import { hasDateOfBirth, searchedLists } from './searched-lists.ts';

type Timeline = CaseDetail['timeline'];

function screened(engines: readonly string[], lists: Readonly<Record<string, string>>): Timeline[number] {
  return {
    kind: 'visit',
    at: 1_790_000_000_000,
    finishedAt: 1_790_000_000_001,
    sequence: 1,
    nodeId: 'screen',
    nodeTitle: null,
    nodeType: 'screening',
    attempt: 1,
    input: { engines, settings: Object.fromEntries(engines.map((engine) => [engine, {}])), lists },
    output: { hits: 0 },
    searchedLists: lists,
    deliveryId: null,
  };
}
const found = (...timeline: Timeline) => searchedLists({ timeline });

describe('the lists that a case without hits names', () => {
  it('are those of each screening, with their versions', () => {
    const { texts, isSampleOnly } = found(
      screened(['GLOBAL_CHECK'], { 'un-sc': '2026-03-05-ab12', sample: 'cd34' }),
    );
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(
      /^No hits\. Searched .* with Global check\. Lists: UN Security Council \(version 2026-03-05-ab12\), Sample list \(version cd34\)\.$/,
    );
    expect(isSampleOnly).toBe(false);
  });

  it('have a word on stated facts only where a date of birth was stated', () => {
    expect(hasDateOfBirth({ subject: { name: 'Jane Example', dateOfBirth: '1980-02-29' } })).toBe(true);
    expect(hasDateOfBirth({ subject: { companyName: 'Example Trading' } })).toBe(false);
    expect(hasDateOfBirth({ subject: { name: 'Jane Example', dateOfBirth: '' } })).toBe(false);
  });

  it('say where nobody can read what was searched', () => {
    const { texts, isScreened } = searchedLists({ timeline: [], isKeyMissing: true });
    expect(texts[0]).toMatch(/cannot be read: the key was deleted/);
    expect(isScreened).toBe(false);
    expect(found().texts).toEqual(['This workflow ran no screening.']);
  });

  it('are parted by the comma of the language', async () => {
    await loadLanguage('zh', []);
    const { texts } = found(screened(['GLOBAL_CHECK'], { watchlist: '3', 'un-sc': 'ab12' }));
    await loadLanguage('en', ['en-US']);
    expect(texts[0]).toContain('（版本 3）、');
  });

  it('carry a warning where no list but the sample and the own one was searched', () => {
    expect(found(screened(['GLOBAL_CHECK'], { sample: 'cd34' })).isSampleOnly).toBe(true);
    const own = { sample: 'cd34', watchlist: '3' };
    expect(found(screened(['GLOBAL_CHECK', 'WATCHLIST'], own)).isSampleOnly).toBe(true);
    const both = screened(['GLOBAL_CHECK'], { sample: 'cd34', 'un-sc': '2026-03-05-ab12' });
    expect(found(screened(['GLOBAL_CHECK'], { sample: 'cd34' }), both).isSampleOnly).toBe(false);
  });

  it('carry no warning where the watchlist alone was searched', () => {
    const { texts, isSampleOnly } = found(screened(['WATCHLIST'], { watchlist: '3' }));
    expect(texts[0]).toContain('Lists: Watchlist (version 3).');
    expect(isSampleOnly).toBe(false);
  });

  it('are none where nothing was screened', () => {
    expect(found()).toEqual({
      texts: ['This workflow ran no screening.'],
      isSampleOnly: false,
      isScreened: false,
    });
  });
});
