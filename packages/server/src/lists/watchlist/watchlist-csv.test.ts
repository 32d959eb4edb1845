import { type WatchlistEntry, watchlistEntry, wordPhrases } from '@gatehouse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWatchlistCsv, writeWatchlistCsv } from './watchlist-csv.ts';

const header = 'id,name,aliases,type,dateOfBirth,gender,countries,identifiers,note,onTrueMatch';

describe('a file of entries', () => {
  it('has lists with semicolons, columns in any order, and defaults for what is left out', () => {
    const read = readWatchlistCsv(
      '\uFEFFname,id,aliases,identifiers,countries\r\n"Example, Jane",w1,"J. Example; Janie",Passport:X12;77,SG; PT\r\nQuillfeather Ltd,w2,,,\r\n',
    );
    expect(read).toEqual({
      ok: true,
      entries: [
        {
          id: 'w1',
          name: 'Example, Jane',
          aliases: ['J. Example', 'Janie'],
          type: 'individual',
          countries: ['SG', 'PT'],
          identifiers: [
            { kind: 'Passport', value: 'X12' },
            { kind: 'id', value: '77' },
          ],
        },
        {
          id: 'w2',
          name: 'Quillfeather Ltd',
          aliases: [],
          type: 'individual',
          countries: [],
          identifiers: [],
        },
      ],
    });
  });

  it('lists every fault with its line', () => {
    const rows = ['w1,,', 'w2,Jane,robot', 'w3,Jane,individual', 'w3,Jane,individual', ',Jane,', 'w4,---,'];
    const read = readWatchlistCsv(`id,name,type\n${rows.join('\n')}\n`);
    expect(read).toMatchObject({
      ok: false,
      faults: [
        { line: 2, message: 'name is missing' },
        { line: 3, message: expect.stringContaining('type "robot"') },
        { line: 5, message: 'id w3 is repeated' },
        { line: 6, message: 'id is missing' },
        { line: 7, message: expect.stringContaining('letter or a digit') },
      ],
    });
  });

  it.each([
    ['an unknown column', 'id,name,nickname\nw1,Jane,J\n', 'unknown column nickname'],
    ['a missing column', 'id,aliases\nw1,Jane\n', 'the column name is missing'],
    ['an open quote', 'id,name\nw1,"Jane\n', 'Quote'],
    ['rows of other lengths', 'id,name\nw1\n', 'Invalid Record Length'],
    ['no row', 'id,name\n', 'no entries'],
    ['an impossible date', 'id,name,dateOfBirth\nw1,Jane,1980-02-31\n', 'a date that exists'],
    ['an unknown country', 'id,name,countries\nw1,Jane,QQ\n', 'not an ISO 3166 code'],
  ])('is refused with %s', (_, csv, message) => {
    expect(readWatchlistCsv(csv)).toMatchObject({
      ok: false,
      faults: [{ message: expect.stringContaining(message) }],
    });
  });

  it('tells what is wrong as data too, where it is a rule of entries', () => {
    const read = readWatchlistCsv('id,name,type,countries\nw1,,,\nw2,Jane,robot,\nw3,Jane,,QQ\n');
    const faults = read.ok ? [] : read.faults;
    expect(faults.map(({ phrases = [] }) => phrases.map(({ code }) => code))).toEqual([
      ['rules.fieldMissing'],
      ['rules.fieldValue', 'rules.mustBeOneOf'],
      ['rules.unknownCountry'],
    ]);
    expect(faults.map(({ message, phrases }) => phrases && wordPhrases(phrases) === message)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is written so that no cell begins as a formula', () => {
    const entry = watchlistEntry.parse({ id: '=1+1', name: '@SUM(A1)', note: '-2' });
    expect(writeWatchlistCsv([entry]).split('\r\n')[1]).toBe('" =1+1"," @SUM(A1)",,individual,,,,," -2",');
  });

  it('is written so that reading gives the same entries', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9=+@"',.\n-]{0,10}[A-Za-z0-9]$/).map((text) => text.trim());
    const listed = word.filter((text) => text !== '' && !/[;:]/.test(text));
    const entry = fc.record({
      onTrueMatch: fc.constantFrom(undefined, 'own-words', 'second-person', 'reject-only'),
      id: word.filter((text) => text !== ''),
      name: word.filter((text) => text !== ''),
      aliases: fc.array(listed, { maxLength: 3 }),
      type: fc.constantFrom('individual', 'corporate', 'vessel', 'aircraft', 'other'),
      countries: fc.subarray(['SG', 'PT', 'DE']),
      identifiers: fc.array(fc.record({ kind: listed, value: listed }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
        (submitted) => {
          const entries = submitted.map((one) => watchlistEntry.parse(one)) as WatchlistEntry[];
          const csv = writeWatchlistCsv(entries);
          expect(readWatchlistCsv(csv)).toEqual({ ok: true, entries });
          expect(csv.startsWith(header)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
