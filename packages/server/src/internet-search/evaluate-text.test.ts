import { hitSchema } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { plainText } from '../lib/plain-text.ts';
import { publishedAt } from '../lib/published-at.ts';
import { canonicalUrl } from './canonical-url.ts';
import { evaluateText } from './evaluate-text.ts';
import { InternetSearch } from './internet-search.ts';
import { mergeReports } from './merge-reports.ts';
import { passageAround } from './passage.ts';
import type { FoundText, ProviderResponse, SearchProvider } from './search-provider.ts';

const now = new Date('2026-06-01T00:00:00Z');
const query = { name: 'Wilhelmina Thornapple', type: 'individual', count: 10 } as const;

function text(extra: Partial<FoundText> = {}): FoundText {
  return {
    url: 'https://www.news.test/a?utm_source=x',
    title: 'Court report of Monday morning',
    text: 'Many were heard. Wilhelmina Thornapple was fined for fraud. The weather was fine.',
    publishedAt: '2026-05-01T10:00:00Z',
    publisher: undefined,
    ...extra,
  };
}

function evaluate(extra: Partial<FoundText> = {}) {
  return evaluateText(text(extra), { query, provider: 'searxng', now });
}

describe('a text that names the subject', () => {
  it('is a hit with passage, date, words of risk and reasons, as the contract has hits', () => {
    const hit = evaluate();
    expect(hitSchema.parse(hit)).toEqual(hit);
    expect(hit).toMatchObject({
      category: 'adverse-media',
      subCategory: 'fraud',
      source: 'searxng',
      matchedName: 'Wilhelmina Thornapple',
      name: 'Court report of Monday morning',
      article: {
        passage: 'Wilhelmina Thornapple was fined for fraud.',
        publishedAt: '2026-05-01T10:00:00.000Z',
        publisher: 'www.news.test',
        riskWords: ['fined', 'fraud'],
      },
    });
    expect(hit?.reasons.map(({ feature }) => feature)).toEqual(
      expect.arrayContaining(['name', 'risk-fraud', 'risk-enforcement']),
    );
  });

  it('scores less without words of risk and with a name that fits less', () => {
    const adverse = evaluate()!.score;
    const mention = evaluate({ text: 'Wilhelmina Thornapple opened a bakery.' })!;
    expect(mention).toMatchObject({ subCategory: 'mention', score: 0.5 });
    const misspelt = evaluate({ text: 'Wilhelmina Thornaple was fined for fraud.' })!.score;
    expect(misspelt).toBeLessThan(adverse);
    expect(misspelt).toBeGreaterThan(mention.score);
  });

  it('is judged by its gravest passage', () => {
    const hit = evaluate({
      text: 'Wilhelmina Thornapple opened a bakery. Years later Wilhelmina Thornapple was jailed for terrorism.',
    });
    expect(hit).toMatchObject({ subCategory: 'terrorism' });
    expect(hit?.article.passage).toContain('jailed');
  });

  it.each([
    ['names somebody else', { text: 'Agatha Thornapple was fined.' }],
    ['has no web address', { url: 'javascript:alert(1)' }],
  ])('is none when it %s', (_, extra) => {
    expect(evaluate(extra)).toBeUndefined();
  });

  it('has one id wherever its address is written differently', () => {
    expect(evaluate({ url: 'http://news.test/a/#top' })?.hitId).toBe(evaluate()?.hitId);
    expect(evaluate({ url: 'https://news.test/b' })?.hitId).not.toBe(evaluate()?.hitId);
  });
});

describe('canonical addresses', () => {
  it.each([
    ['https://www.news.test/a/?utm_medium=x&b=2&a=1#top', 'news.test/a?a=1&b=2'],
    ['http://m.news.test/a/amp/', 'news.test/a'],
    ['https://news.test/index.html', 'news.test'],
    ['https://news.test:8443/a?id=7&fbclid=abc', 'news.test:8443/a?id=7'],
  ])('of %s is %s', (address, canonical) => {
    expect(canonicalUrl(address)).toBe(canonical);
  });

  it.each(['mailto:a@b.test', 'nonsense', 'javascript:1'])('does not exist for %s', (address) => {
    expect(canonicalUrl(address)).toBeUndefined();
  });
});

describe('joining', () => {
  const hit = (extra: Partial<FoundText>) => evaluate(extra)!;

  it('makes one hit of one report at several addresses and keeps them all', () => {
    const joined = mergeReports([
      hit({
        url: 'https://a.test/1',
        title: 'Baker fined for fraud in Example Town - The Daily Example',
        publishedAt: undefined,
      }),
      hit({ url: 'https://b.test/2', title: 'Baker fined for fraud in Example Town' }),
      hit({ url: 'https://c.test/3', title: 'Something else entirely was reported today' }),
    ]);
    expect(joined).toHaveLength(2);
    const report = joined.find(({ article }) => article.alsoAt.length > 0)!;
    expect([report.article.url, ...report.article.alsoAt].toSorted()).toEqual([
      'https://a.test/1',
      'https://b.test/2',
    ]);
    expect(report.article.publishedAt).toBe('2026-05-01T10:00:00.000Z');
  });

  it('keeps reports apart that are alike but months apart', () => {
    const title = 'Regulator fines baker for fraud in Example Town';
    const joined = mergeReports([
      hit({ url: 'https://a.test/1', title, publishedAt: '2026-01-01' }),
      hit({ url: 'https://a.test/2', title, publishedAt: '2026-04-01' }),
    ]);
    expect(joined).toHaveLength(2);
  });

  it('makes one hit of one address that several providers gave', () => {
    expect(mergeReports([hit({}), hit({ url: 'http://news.test/a' })])).toHaveLength(1);
  });
});

describe('dates', () => {
  it.each([
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T10:11:12', '2026-05-01T10:11:12.000Z'],
    ['2026-05-01 10:11', '2026-05-01T10:11:00.000Z'],
    ['Fri, 01 May 2026 10:00:00 +0200', '2026-05-01T08:00:00.000Z'],
    ['2026-06-02T12:00:00Z', '2026-06-02T12:00:00.000Z'],
  ])('%s is read', (submitted, instant) => {
    expect(publishedAt(submitted, now)).toBe(instant);
  });

  it.each([undefined, '', 'yesterday', '2036-01-01', '1812-01-01', '0000-00-00'])(
    '%j is unknown',
    (submitted) => {
      expect(publishedAt(submitted, now)).toBeNull();
    },
  );
});

describe('passages', () => {
  it('are the sentence, cut with a sign where it is long', () => {
    const long = `${'before '.repeat(60)}Wilhelmina Thornapple ${'after '.repeat(60)}end`;
    const from = long.indexOf('Wilhelmina');
    const passage = passageAround(long, { from, to: from + 21 });
    expect(passage).toMatch(/^…before .*Wilhelmina Thornapple after .*…$/);
    expect(passage.length).toBeLessThan(450);
  });
});

describe('plain text', () => {
  it('is what a reader sees of HTML', () => {
    const html =
      '<style>p{}</style><p>A &amp; B&nbsp;<b>Corp</b></p><script>alert("x")</script><ul><li>one<li>two</ul>1 &lt; 2 caf&eacute;';
    expect(plainText(html)).toBe('A & B Corp\none\ntwo\n1 < 2 café');
  });

  it.each(['<p>unclosed', '<<<>>>', '&#xZZ; &bogus;', '</p></p>', '<svg><script>x</script>'])(
    'takes whatever comes: %s',
    (html) => {
      expect(() => plainText(html)).not.toThrow();
    },
  );
});

describe('a search over several providers', () => {
  const answering = (id: string, answer: ProviderResponse, ready = true): SearchProvider => ({
    id,
    readiness: async () => (ready ? { ready: true } : { ready: false, why: `${id} has nothing yet` }),
    search: async () => answer,
  });
  const limits = () => ({ deadlineMs: 1000, signal: new AbortController().signal });
  const found = (...texts: FoundText[]): ProviderResponse => ({
    kind: 'found',
    texts,
    evidence: { pages: 1 },
  });
  const clock = { now: () => now };

  it('joins what they found, best first, at most as many as were asked for', async () => {
    const mention = text({
      url: 'https://b.test/1',
      title: 'One',
      text: 'Wilhelmina Thornapple opened a bakery.',
    });
    const search = new InternetSearch(
      [answering('one', found(mention, text())), answering('two', found(text()))],
      clock,
    );
    const outcome = await search.search(query, limits());
    expect(outcome).toMatchObject({
      kind: 'found',
      hits: [{ subCategory: 'fraud' }, { subCategory: 'mention' }],
      evidence: [
        { provider: 'one', texts: 2, named: 2, pages: 1 },
        { provider: 'two', texts: 1, named: 1 },
      ],
    });
    expect(await search.search({ ...query, count: 1 }, limits())).toMatchObject({
      hits: [{ subCategory: 'fraud' }],
    });
  });

  it('fails when one of them fails, telling which', async () => {
    const search = new InternetSearch(
      [answering('one', found(text())), answering('two', { kind: 'failed', reason: 'HTTP 500' })],
      clock,
    );
    expect(await search.search(query, limits())).toEqual({ kind: 'failed', reason: 'two: HTTP 500' });
  });

  it('is ready when any of them is, and leaves out those that are not', async () => {
    const waiting = answering('feeds', found(), false);
    expect(await new InternetSearch([], clock).readiness()).toMatchObject({
      ready: false,
      phrases: [{ code: 'refusals.noSearchProvider' }],
    });
    expect(await new InternetSearch([waiting], clock).readiness()).toEqual({
      ready: false,
      why: 'no search provider is ready: feeds has nothing yet',
    });
    const both = new InternetSearch([waiting, answering('one', found(text()))], clock);
    expect(await both.readiness()).toEqual({ ready: true });
    expect(await both.search(query, limits())).toMatchObject({
      evidence: [{ provider: 'one' }],
      skipped: [{ provider: 'feeds', why: 'feeds has nothing yet' }],
    });
  });
});
