import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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

describe('the table of docs/assurance.md', () => {
  const page = readFileSync(new URL('../../../../../docs/assurance.md', import.meta.url), 'utf8');

  it.each([
    ...Object.keys(nameManipulations),
    ...Object.keys(dateManipulations),
    ...Object.keys(identifierManipulations),
  ])('has %s', (way) => {
    expect(page).toContain(`\`${way}\``);
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
