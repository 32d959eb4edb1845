import { afterAll, describe, expect, it } from 'vitest';
import { phraseText } from './phrase-text.ts';
import { loadLanguage } from './text.ts';

describe('what the service says', () => {
  afterAll(() => loadLanguage('en', ['en-US']));

  it('is in the language of the page, with words for its codes', async () => {
    await loadLanguage('de', ['de-DE']);
    const wrongState = { state: 'APPROVED', state2: ['UNDER_REVIEW', 'RETURNED'] };
    expect(phraseText([{ code: 'refusals.caseWrongState', values: wrongState }], 'English')).toBe(
      'der Fall ist genehmigt; das ist nur möglich, solange er in Prüfung oder zurückgegeben ist',
    );
    expect(
      phraseText(
        [
          { code: 'rules.isMissing', values: {} },
          { code: 'rules.mustBe', values: { kind: 'int' } },
        ],
        'English',
      ),
    ).toBe('fehlt: muss eine ganze Zahl sein');
  });

  it('has words for two values of one kind, and for what was meant, where it is known', async () => {
    await loadLanguage('de', ['de-DE']);
    const unequal = { kind: 'text', kind2: 'number' };
    expect(phraseText([{ code: 'expressions.neverEqual', values: unequal }], 'English')).toBe(
      'ein Text und eine Zahl sind nie gleich',
    );
    const noNode = (meant: string) =>
      phraseText([{ code: 'findings.noNode', values: { id: 'a', meant } }], '');
    expect(noNode('b')).toBe('es gibt keinen Knoten a (meinten Sie b?)');
    expect(noNode('')).toBe('es gibt keinen Knoten a');
  });

  it('names hits with whom they are for', async () => {
    await loadLanguage('de', ['de-DE']);
    const name = 'Jon Doe';
    const named = [
      { name, isCustomer: true, party: null },
      { name, isCustomer: false, party: 'Kim' },
      { name, isCustomer: false, party: null },
    ];
    expect(
      phraseText([{ code: 'refusals.hitsAreTrueMatches', values: { hits: { named, more: 2 } } }], 'English'),
    ).toContain('Jon Doe (zum Kunden), Jon Doe (zu Kim), Jon Doe (zu einer Partei) und 2 weitere');
  });

  it('is English where the service sends no data, or a code that the page does not have', () => {
    expect(phraseText(undefined, 'no data')).toBe('no data');
    const unknown = [{ code: 'refusals.ofLaterVersion', values: {} }];
    expect(phraseText(unknown, 'a later text')).toBe('a later text');
  });
});
