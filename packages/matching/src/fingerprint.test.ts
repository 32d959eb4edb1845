import { describe, expect, it } from 'vitest';
import { entryFingerprint } from './fingerprint.ts';
import { watchlistEntry } from './sources/watchlist.ts';

const entry = watchlistEntry({
  id: 'w1',
  name: 'Jane Example',
  aliases: ['Jane Sample'],
  dateOfBirth: '1980',
  countries: ['SG'],
});

describe('entryFingerprint', () => {
  it('stays when only order, spelling of case, remarks or programmes change', () => {
    const other = {
      ...entry,
      names: [...entry.names].reverse().map((name) => ({ ...name, text: name.text.toUpperCase() })),
      remarks: 'new',
      programs: ['X'],
    };
    expect(entryFingerprint(other)).toBe(entryFingerprint(entry));
    expect(entryFingerprint(entry)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('changes with names, births, nationalities, gender, identifiers and type', () => {
    const changes = [
      { names: [...entry.names, { text: 'Janet Example', kind: 'strong' as const }] },
      { births: [] },
      { nationalities: ['MY'] },
      { gender: 'F' as const },
      { identifiers: [{ kind: 'Passport', value: 'E1234567' }] },
      { type: 'corporate' as const },
    ];
    const marks = [entry, ...changes.map((change) => ({ ...entry, ...change }))].map(entryFingerprint);
    expect(new Set(marks).size).toBe(marks.length);
  });
});
