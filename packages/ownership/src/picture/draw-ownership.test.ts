import { describe, expect, it } from 'vitest';
import { drawOwnership, ownershipSvg } from './draw-ownership.ts';
import type { PictureData, PictureParty, PictureRelation } from './picture-data.ts';
import type { PictureElement } from './picture-element.ts';
import { pictureWords } from './picture-languages.ts';
import type { SelectionLimits } from './select-parties.ts';

type Owns = Extract<PictureRelation, { kind: 'owns' }>;
const owns = (from: string, to: string, shares: Owns['shares'], votes?: Owns['votes']): PictureRelation => ({
  kind: 'owns',
  from,
  to,
  shares,
  votes,
});

/** Upper-case names from P on are people, others companies; the customer is `root`. */
function picture(
  relations: readonly PictureRelation[],
  facts: Readonly<Record<string, Partial<PictureParty>>> = {},
): PictureData {
  const ids = new Set(['root', ...relations.flatMap(({ from, to }) => [from, to])]);
  const parties = [...ids].map(
    (id): PictureParty => ({ id, type: /^[P-Z]/.test(id) ? 'person' : 'company', name: id, ...facts[id] }),
  );
  return { customerId: 'root', parties, relations };
}

const textsOf = ({ name, children }: PictureElement): string[] =>
  children.flatMap((child) =>
    typeof child === 'string' ? (name === 'text' ? [child.replaceAll('\u00a0', ' ')] : []) : textsOf(child),
  );

function shown(data: PictureData, limits?: SelectionLimits) {
  const drawn = drawOwnership(data, limits && { limits });
  return {
    ...drawn,
    labels: drawn.lines.flatMap(textsOf),
    card: (name: string) => textsOf(drawn.nodes.find((node) => node.name === name)!.shapes),
    at: (name: string) => drawn.nodes.find((node) => node.name === name)!,
  };
}

describe('a picture of an ownership', () => {
  it('has holders above what they hold, and the customer below all', () => {
    const { at, labels, nodes } = shown(
      picture([owns('A', 'root', 60), owns('P', 'A', 50), owns('P', 'root', 40)]),
    );
    expect(at('P').y + at('P').height).toBeLessThan(at('A').y);
    expect(at('A').y + at('A').height).toBeLessThan(at('root').y);
    expect(labels).toEqual(expect.arrayContaining(['60%', '50%', '40%']));
    // A person whom two ways lead to has one card.
    expect(nodes.filter(({ partyId }) => partyId === 'P')).toHaveLength(1);
  });

  it('ends where companies own each other, and says so', () => {
    const data = picture([
      owns('A', 'root', 60),
      owns('root', 'A', 20),
      owns('B', 'A', 80),
      owns('A', 'B', 10),
      owns('B', 'B', 5),
    ]);
    const { at, labels, card, nodes } = shown(data);
    expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['root', 'A', 'B']));
    expect(at('root').y).toBeGreaterThan(at('A').y);
    expect(labels.filter((label) => label === 'Circular')).toHaveLength(2);
    expect(card('B')).toContain('Holds 5% of itself');
  });

  it('says what is stated of a share, and what nobody is stated to hold', () => {
    const { labels, nodes } = shown(
      picture([
        owns('P', 'root', { atLeast: 25, atMost: 50 }),
        owns('Q', 'A', null),
        owns('A', 'root', { atLeast: 25.0001, atMost: 50 }, 10),
      ]),
    );
    expect(labels).toEqual(expect.arrayContaining(['25–50%', 'share not stated', '>25–50%', '10% of votes']));
    // Of A all may be the holder's whose share is not stated; of the root at most half is nobody's.
    expect(nodes.filter(({ name }) => name === 'Owner not stated')).toHaveLength(0);
    const { labels: sure, nodes: rest } = shown(
      picture([owns('P', 'root', 30), owns('Q', 'root', { atLeast: 20, atMost: 30 })]),
    );
    expect(rest.filter(({ name }) => name === 'Owner not stated')).toHaveLength(1);
    expect(sure).toContain('40–50%');
  });

  it('has control and positions as dashed lines with their word', () => {
    const { lines, labels } = shown(
      picture([
        owns('P', 'root', 100),
        { kind: 'controls', from: 'Q', to: 'root', means: 'agreement' },
        { kind: 'directs', from: 'R', to: 'root', role: 'director' },
      ]),
    );
    expect(labels).toEqual(expect.arrayContaining(['Control by agreement', 'Director']));
    expect(lines.flatMap(({ attributes }) => attributes['stroke-dasharray'] ?? [])).toEqual(['7 5', '2 4']);
  });

  it('names beneficial owners, hits and risk in words beside their signs', () => {
    const { card, at } = shown(
      picture([owns('P', 'root', 60), owns('Q', 'root', 40)], {
        P: {
          beneficialOwner: 'certain',
          percent: { atLeast: 60, atMost: 60 },
          hits: { trueMatches: 1, open: 2, cleared: 3 },
        },
        Q: { beneficialOwner: 'possible', name: null, type: 'unknown' },
        root: { risk: 72 },
      }),
    );
    expect(card('P')).toEqual([
      'P',
      'Person',
      '60% effective',
      'Beneficial owner',
      '1 true match',
      '2 open hits',
      '3 cleared hits',
    ]);
    expect(card('Unnamed party')).toEqual(['Unnamed party', 'Type not known', 'Possible beneficial owner']);
    expect(at('root').label).toBe('root, Company, Customer, Risk score 72');
  });
});

describe('a large structure', () => {
  const many = (count: number, facts: Readonly<Record<string, Partial<PictureParty>>> = {}) =>
    picture(
      Array.from({ length: count }, (_, at) => owns(`P${at}`, 'root', at === 0 ? 60 : 40 / (count - 1))),
      {
        P0: { beneficialOwner: 'certain', percent: { atLeast: 60, atMost: 60 } },
        ...facts,
      },
    );

  it('has its beneficial owners, hits and largest owners, and the others as one card', () => {
    const { nodes, notes, card } = shown(
      many(10_000, { P9000: { hits: { trueMatches: 0, open: 1, cleared: 0 } } }),
    );
    expect(nodes.length).toBeLessThan(20);
    expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['P0', 'P9000']));
    const rest = nodes.find(({ partyId }) => partyId === null)!;
    expect(textsOf(rest.shapes)).toEqual(['9,990 more owners', 'together 39.96%']);
    expect(notes).toEqual(['9,990 parties are not drawn one by one.']);
    expect(card('P0')).toContain('60% direct');
  });

  it('is bounded however many are beneficial owners or have hits, and says what hits are not drawn', () => {
    const hits = { trueMatches: 1, open: 0, cleared: 0 };
    const facts = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`P${at}`, { hits }]));
    const { nodes } = shown(many(500, facts));
    expect(nodes.length).toBeLessThanOrEqual(41);
    expect(nodes.find(({ partyId }) => partyId === null)!.label).toContain('461 true matches');
  });

  it('of many layers is drawn with the number of companies that are left out', () => {
    const chain = Array.from({ length: 5000 }, (_, at) =>
      owns(`c${at + 1}`, at === 0 ? 'root' : `c${at}`, 100),
    );
    const { nodes, labels } = shown(
      picture([...chain, owns('P', 'c5000', 100)], { P: { beneficialOwner: 'certain' } }),
    );
    expect(nodes.length).toBeLessThanOrEqual(42);
    expect(nodes.map(({ name }) => name)).toContain('P');
    expect(labels).toContain('through 5,000 companies');
  });

  it('says hits of companies that are told by their number alone', () => {
    const chain = [
      owns('c1', 'root', 100),
      owns('c2', 'c1', 100),
      owns('c3', 'c2', 100),
      owns('P', 'c3', 100),
    ];
    const { nodes } = shown(
      picture(chain, {
        P: { hits: { trueMatches: 1, open: 0, cleared: 0 } },
        c2: { hits: { trueMatches: 0, open: 1, cleared: 0 } },
      }),
      { maxParties: 2, maxHolders: 1, maxBetween: 1, maxPairs: 12 },
    );
    expect(nodes.map(({ partyId }) => partyId)).not.toContain('c2');
    expect(nodes.find(({ partyId }) => partyId === null)!.label).toContain('1 open hit');
  });

  it('of companies that all own each other has a bounded number of lines', () => {
    const hits = { trueMatches: 0, open: 1, cleared: 0 };
    const ids = Array.from({ length: 60 }, (_, at) => (at === 0 ? 'root' : `c${at}`));
    const all = ids.flatMap((from) => ids.map((to) => owns(from, to, 1)));
    const { notes, nodes } = shown(picture(all, Object.fromEntries(ids.map((id) => [id, { hits }]))));
    expect(nodes.length).toBeLessThan(100);
    expect(notes.some((note) => /relations are not drawn/.test(note))).toBe(true);
  });

  it('leaves out whom no relation leads from to the customer, and says so', () => {
    const data = picture([owns('P', 'root', 100)]);
    const { notes } = shown({ ...data, parties: [...data.parties, { id: 'X', type: 'person', name: 'X' }] });
    expect(notes).toEqual(['1 party without a stated relation to the customer is not drawn.']);
  });
});

describe('names', () => {
  it.each([
    ['N'.repeat(1000), 'N'],
    ['👩‍👩‍👧‍👦'.repeat(200), '👩‍👩‍👧‍👦'],
    ['กำ'.repeat(300), 'กำ'],
    ['محمد'.repeat(250), 'م'],
  ])('are cut between graphemes, and whole in the tooltip', (name, grapheme) => {
    const drawn = drawOwnership(picture([owns('P', 'root', 100)], { P: { name } }));
    const node = drawn.nodes.find(({ partyId }) => partyId === 'P')!;
    expect(node.shapes.children[0]).toMatchObject({ name: 'title', children: [name] });
    const [first, second] = textsOf(node.shapes);
    expect(second!.endsWith('…')).toBe(true);
    expect(first!.startsWith(grapheme)).toBe(true);
    const whole = new Set(Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment));
    for (const { segment } of new Intl.Segmenter().segment(`${first}${second!.slice(0, -1)}`)) {
      expect(whole.has(segment)).toBe(true);
    }
  });

  it('that are markup or no text at all stay text', () => {
    const svg = ownershipSvg(picture([owns('P', 'root', 100)], { P: { name: '<script>"&\u0000\ud800' } }));
    expect(svg).toContain('&lt;script&gt;&quot;&amp;');
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0000');
    expect(svg.isWellFormed()).toBe(true);
  });

  it('are written from the right where their script is, also on a page that is', () => {
    const data = picture([owns('P', 'root', 100)], { P: { name: 'محمد' } });
    const node = drawOwnership(data).nodes.find(({ partyId }) => partyId === 'P')!;
    const title = node.shapes.children.find((child) => typeof child !== 'string' && child.name === 'text');
    expect(title).toMatchObject({ attributes: { direction: 'rtl', 'text-anchor': 'end' } });
  });
});

it('speaks each language of the pages, and mirrors its cards where the page does', () => {
  for (const words of Object.values(pictureWords)) {
    const { nodes, title } = drawOwnership(picture([owns('P', 'root', 60)]), { words });
    expect(title).toBe(words.title);
    const person = nodes.find(({ partyId }) => partyId === 'P')!;
    const name = person.shapes.children.find((child) => typeof child !== 'string' && child.name === 'text');
    const isMirrored = words.locale === 'ar';
    expect(name).toMatchObject({ attributes: { 'text-anchor': isMirrored ? 'end' : 'start' } });
    expect(person.label).toContain(words.person);
  }
});
