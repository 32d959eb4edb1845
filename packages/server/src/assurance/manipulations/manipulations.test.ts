import { readFileSync } from 'node:fs';
import { enAlterations } from '@gatehouse/contract/alterations/en';
import { describe, expect, it } from 'vitest';
import { cleanRecords } from '../pack/clean-records.ts';
import { seeded } from '../random.ts';
import { dateManipulations } from './dates.ts';
import { alteredName, identifierManipulations, nameManipulations, nameWaysOf } from './manipulations.ts';

const alter = (name: string, way: string) => alteredName(name, way, seeded(3));

describe('alteredName', () => {
  it.each([
    ['family-name-first', 'Jean Marc Dupont', 'Marc Dupont, Jean'],
    ['middle-name-dropped', 'Jean Marc Dupont', 'Jean Dupont'],
    ['first-initial', 'Jean Marc Dupont', 'J. Marc Dupont'],
    ['middle-initials', 'Jean Marc Dupont', 'Jean M. Dupont'],
    ['nickname', 'Dmitri Volkov', 'Dima Volkov'],
    ['cyrillic-letters', 'Mikhail Shcherbakov', 'Михаил Щербаков'],
    ['marks-lost', 'José Núñez', 'Jose Nunez'],
    ['form-left-out', 'Nord Trading GmbH', 'Nord Trading'],
    ['article-added', 'Nord Trading GmbH', 'The Nord Trading GmbH'],
    ['spaces-lost', 'Kim Jong Un', 'KimJongUn'],
    ['quotes', 'OCEAN STAR', '"OCEAN STAR"'],
  ])('%s: %s becomes %s', (way, name, altered) => {
    expect(alter(name, way)).toBe(altered);
  });

  it('has no name where the way cannot apply', () => {
    expect(alter('Madonna', 'middle-name-dropped')).toBeUndefined();
    expect(alter('Zebulon Quirk', 'nickname')).toBeUndefined();
    expect(alter('Ирина Петрова', 'cyrillic-letters')).toBeUndefined();
  });

  it('never leaves a name without a letter or digit', () => {
    for (const way of Object.keys(nameManipulations)) {
      expect(alter('Ә', way) ?? 'x').toMatch(/[\p{L}\p{N}]/u);
    }
  });

  it('has ways of their own for people, organisations and craft', () => {
    expect(nameWaysOf('individual')).toContain('nickname');
    expect(nameWaysOf('corporate')).not.toContain('nickname');
    expect(nameWaysOf('corporate')).toContain('form-exchanged');
    expect(nameWaysOf('vessel')).toContain('kind-added');
  });
});

const codes = [
  ...Object.keys(nameManipulations),
  ...Object.keys(dateManipulations),
  ...Object.keys(identifierManipulations),
];

describe('the table of docs/assurance.md', () => {
  const page = readFileSync(new URL('../../../../../docs/assurance.md', import.meta.url), 'utf8');

  it.each(codes)('says what %s is called, for whom it is and what it alters', (code) => {
    const row = page.split('\n').find((line) => line.includes(` | \`${code}\` | `)) ?? '';
    const [, , name, people, explained] = row.slice(2, -2).split(' | ');
    expect(name).toBe(enAlterations[`way-${code}` as keyof typeof enAlterations]);
    const { applies = ['people', 'organisations', 'craft'] } = nameManipulations[code] ?? {};
    const named = applies.map((each) => (each === 'craft' ? 'vessels and aircraft' : each)).join(', ');
    const isOfDates = Object.hasOwn(dateManipulations, code);
    expect(people).toBe(isOfDates ? 'people' : named.replace(/^people, organisations, vessels.*/, 'all'));
    expect(explained).toMatch(/^\S.{8}/);
  });
});

describe('the names of alterations', () => {
  it('are of each that a test can have, and of nothing else', () => {
    const controls = new Set(cleanRecords(100, 1).map(({ group }) => group.way));
    const customers = ['customers-individual', 'customers-corporate'];
    const all = [...codes, ...controls, ...customers, 'unnamed'].map((code) => `way-${code}`);
    expect(Object.keys(enAlterations).toSorted()).toEqual(all.toSorted());
  });
});

describe('manipulations of dates and identifiers', () => {
  it('shifts a date by what the way says', () => {
    expect(dateManipulations['date-day-month-swapped']!('1970-03-07', seeded(1))?.from).toBe('1970-07-03');
    expect(dateManipulations['date-day-month-swapped']!('1970-03-27', seeded(1))).toBeUndefined();
    expect(['1970-02-28', '1970-03-02']).toContain(
      dateManipulations['date-day-off']!('1970-03-01', seeded(1))?.from,
    );
    expect(dateManipulations['date-year-only']!('1970-03-07', seeded(1))).toMatchObject({
      from: '1970-01-01',
      to: '1970-12-31',
    });
    expect(dateManipulations['date-year-off']!('1972-02-29', seeded(1))).toBeUndefined();
  });

  it('separates the characters of an identifier without losing one', () => {
    expect(identifierManipulations['identifier-spaced']!('AB12345')).toBe('AB1 234 5');
    expect(identifierManipulations['identifier-hyphenated']!('AB12345')).toBe('AB12-345');
  });
});
