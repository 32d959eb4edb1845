import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeFeed } from './decode-feed.ts';
import { readFeed } from './read-feed.ts';

const now = new Date('2026-06-01T00:00:00Z');

/** Fixtures have made-up publishers and the shape that real ones give their feeds. */
function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
}

function read(bytes: Buffer | string, contentType?: string) {
  const url = 'https://markets.example/press/rss.xml';
  return readFeed({ bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, contentType, url }, now);
}

function itemsOf(bytes: Buffer | string, contentType?: string) {
  const reading = read(bytes, contentType);
  if (reading.kind === 'refused') throw new Error(reading.reason);
  return reading.items;
}

describe('RSS 2.0 with namespaces, CDATA and HTML', () => {
  const items = itemsOf(fixture('rss-2.0.xml'));

  it('gives title, link, text and date as a reader sees them', () => {
    expect(read(fixture('rss-2.0.xml'))).toMatchObject({
      kind: 'read',
      title: 'Example Markets Authority – Press releases',
    });
    expect(items[0]).toEqual({
      itemId: expect.stringMatching(/^[0-9a-f]{32}$/),
      url: 'https://markets.example/press/2026-17?utm_source=rss&utm_medium=feed',
      title: 'EMA fines Wilhelmina Thornapple & bans her',
      body: 'The authority has fined Wilhelmina Thornapple £1.2 million for market abuse.\nShe is barred from any regulated activity.',
      publishedAt: '2026-03-02T08:30:00.000Z',
    });
  });

  it('knows no date where it cannot be, and reads those of other zones', () => {
    expect(items.map(({ publishedAt }) => publishedAt)).toEqual([
      '2026-03-02T08:30:00.000Z',
      null,
      null,
      '2026-02-27T15:00:00.000Z',
    ]);
  });

  it('makes links absolute, and leaves out items without one and those that stand twice', () => {
    expect(items.map(({ url }) => new URL(url).pathname)).toEqual([
      '/press/2026-17',
      '/press/2026-16',
      '/press/2026-15',
      '/press/2026-14',
    ]);
  });

  it('keeps the id of an item when its text changes', () => {
    const changed = fixture('rss-2.0.xml').toString().replace('EMA fines', 'EMA has fined');
    expect(itemsOf(changed)[0]).toMatchObject({ itemId: items[0]!.itemId });
    expect(itemsOf(changed)[0]!.title).not.toBe(items[0]!.title);
  });
});

describe('the other forms', () => {
  it('Atom, with the whole text where there is a summary too', () => {
    expect(itemsOf(fixture('atom.xml'))).toMatchObject([
      {
        url: 'https://gericht.example/presse/2026/12',
        title: 'Haftstrafe für Geldwäsche',
        body: expect.stringContaining('Jörg Müßiggang wegen Geldwäsche'),
        publishedAt: '2026-03-03T09:00:00.000Z',
      },
      { title: 'Nur ein Titel', body: '', publishedAt: '2026-02-20T00:00:00.000Z' },
    ]);
  });

  it('RDF with dates of Dublin Core', () => {
    expect(itemsOf(fixture('rdf.xml'))).toMatchObject([
      {
        url: 'https://bank.example/press/9',
        body: expect.stringContaining('Quillfeather Shipping Limited'),
        publishedAt: '2026-02-01T09:00:00.000Z',
      },
      { publishedAt: '2026-01-15T00:00:00.000Z' },
    ]);
  });

  it('RSS 0.91 with the document type of its time', () => {
    const latin = Buffer.from(fixture('rss-0.91.xml').toString('utf8'), 'latin1');
    expect(itemsOf(latin)[0]?.body).toBe('Le tribunal a condamné Amélie Exemplière pour blanchiment.');
  });
});

describe('encodings', () => {
  const text = (declared: string) => `<?xml version="1.0" encoding="${declared}"?><a>Amélie Müller</a>`;

  it.each([
    ['UTF-8', Buffer.from(text('utf-8')), undefined],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text('utf-8')}`), undefined],
    ['ISO 8859-1 as declared', Buffer.from(text('ISO-8859-1'), 'latin1'), undefined],
    ['ISO 8859-1 as the header says', Buffer.from(text('utf-8'), 'latin1'), 'text/xml; charset=ISO-8859-1'],
    ['Windows-1252 that says it is UTF-8', Buffer.from(text('utf-8'), 'latin1'), 'text/xml; charset=utf-8'],
    ['UTF-8 whose header says US-ASCII', Buffer.from(text('utf-8')), 'application/rss+xml'],
    ['UTF-8 with an unknown label', Buffer.from(text('x-invented')), 'text/xml; charset=x-invented'],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${text('utf-16')}`, 'utf16le'), undefined],
  ])('reads %s', (_, bytes, contentType) => {
    expect(decodeFeed(bytes, contentType)).toContain('Amélie Müller');
  });

  it('reads Cyrillic in its old encodings', () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'),
      Buffer.from([0xc8, 0xe2, 0xe0, 0xed]),
      Buffer.from('</a>'),
    ]);
    expect(decodeFeed(bytes, undefined)).toContain('Иван');
  });
});

describe('what is refused', () => {
  const doctype = (entities: string) => `<?xml version="1.0"?><!DOCTYPE rss [${entities}]>`;
  const channel =
    '<rss version="2.0"><channel><title>&a;</title><item><title>&a;</title><link>https://a.test</link></item></channel></rss>';

  it.each([
    ['entities that multiply', doctype('<!ENTITY x "xxxxxxxx"><!ENTITY a "&x;&x;&x;&x;">') + channel],
    ['entities that read files', doctype('<!ENTITY a SYSTEM "file:///etc/passwd">') + channel],
    ['a page', '<!doctype html><html><body><p>Not found</p></body></html>'],
    ['JSON', '{"items":[]}'],
    ['nothing', ''],
    ['what was cut off before its first item', fixture('rss-2.0.xml').toString().slice(0, 600)],
    ['a feed without an item', '<rss version="2.0"><channel><title>x</title></channel></rss>'],
    ['elements nested without end', `<rss version="2.0"><channel>${'<a>'.repeat(50_000)}`],
  ])('%s', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'refused' });
  });

  it('is never more than one item at a time', () => {
    const items =
      '<item><title>no link</title></item><item><link>javascript:alert(1)</link><title>x</title></item>';
    const good = '<item><title>Good</title><link>https://a.test/1</link></item>';
    expect(
      itemsOf(`<rss version="2.0"><channel><title>x</title>${items}${good}</channel></rss>`),
    ).toMatchObject([{ title: 'Good' }]);
  });
});

describe('a text that is cut', () => {
  it('keeps no half of a character, and nothing that the store refuses', () => {
    const title = `${'x'.repeat(499)}\u{1f680} on`;
    const [item] = itemsOf(
      `<rss version="2.0"><channel><title>T</title><item><title>${title}</title><link>https://markets.example/a</link>
       <description>${'y'.repeat(19_999)}\u{20bb7}z</description></item></channel></rss>`,
    );
    expect(item!.title).toBe('x'.repeat(499));
    expect(item!.body.isWellFormed()).toBe(true);
    expect(item!.body).toHaveLength(19_999);
  });
});
