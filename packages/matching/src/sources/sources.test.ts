import { describe, expect, it } from 'vitest';
import { readEntries } from '../testing/lists.ts';
import { listSources } from './table.ts';
import { watchlistEntry } from './watchlist.ts';

describe('list sources', () => {
  it('are filed under their own id and say where their files come from', () => {
    for (const [id, source] of Object.entries(listSources)) {
      expect(source.id).toBe(id);
      expect(source.title && source.publisher && source.licence).toBeTruthy();
      expect(source.urls.length).toBeGreaterThanOrEqual(source.fileNames.required.length);
    }
  });
});

describe('sample', () => {
  it('holds about a hundred entries in many scripts, with ten public designations', async () => {
    const { entries, report } = await readEntries(listSources['sample']!, []);
    expect(report).toEqual({ entries: entries.length, rejected: [], version: '1' });
    expect(entries.length).toBeGreaterThanOrEqual(95);
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    expect(entries.filter((entry) => entry.subCategory === 'public-designation')).toHaveLength(10);
    const text = entries.flatMap((entry) => entry.names.map((name) => name.text)).join(' ');
    for (const script of [
      'Latin',
      'Cyrillic',
      'Arabic',
      'Han',
      'Greek',
      'Hangul',
      'Hebrew',
      'Devanagari',
      'Thai',
      'Georgian',
      'Armenian',
      'Katakana',
      'Khmer',
    ]) {
      expect(new RegExp(`\\p{Script=${script}}`, 'u').test(text), script).toBe(true);
    }
  });
});

describe('watchlistEntry', () => {
  it('reads a row of the tenant file, leaving out what cannot be read', () => {
    const row = {
      id: 'w1',
      name: 'Jane Example',
      aliases: ['J. Example'],
      dateOfBirth: '1980',
      countries: ['sg', 'Atlantis'],
      note: 'left',
    };
    expect(watchlistEntry(row)).toEqual({
      id: 'watchlist:w1',
      source: 'watchlist',
      type: 'individual',
      names: [
        { text: 'Jane Example', kind: 'primary' },
        { text: 'J. Example', kind: 'strong' },
      ],
      births: [{ from: '1980-01-01', to: '1980-12-31', precision: 'year' }],
      nationalities: ['SG'],
      countries: ['SG'],
      identifiers: [],
      addresses: [],
      category: 'watchlist',
      subCategory: 'tenant',
      programs: [],
      remarks: 'left',
    });
  });
});
