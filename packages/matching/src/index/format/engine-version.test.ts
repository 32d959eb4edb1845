import { describe, expect, it } from 'vitest';
import { compare } from '../../compare.ts';
import type { ListEntry } from '../../entry.ts';
import { listSources } from '../../sources/table.ts';
import { readEntries } from '../../testing/lists.ts';
import { hash128 } from './hash.ts';
import { buildIndex } from './index-builder.ts';
import { engineVersion, SECTIONS } from './sections.ts';

/**
 * What an engine of one version answers and stores. Records name the version with every screening, and indexes of
 * another version are built anew: so a change of one of these marks changes `engineVersion` too, here and there.
 */
const KNOWN = {
  version: '1.22.0',
  scores: '7fe8a8a3b51d2a41f0d53a6ae9db9123',
  index: '69c3fb7379027b34396fdd6fab337106',
};

const NAMES = [
  [
    'Sergey Lavrov',
    'Lavrov, Sergey Viktorovich',
    'Sergej Lavrow',
    'Сергей Лавров',
    'Serhii Lavrov',
    'S. Lavrov',
  ],
  ['Mohammed bin Salman', 'Muhammad Salman', 'محمد بن سلمان', 'Mohamed Sulaiman', 'Sheikh Mohammed Selman'],
  [
    'Kim Jong Un',
    '김정은',
    'Kim Jongun',
    'Kim Yong Chol',
    'Kim Myong-sik',
    'Gim Jeong Eun',
    'Ким Чен Ын',
    'Ким Ен Чхоль',
  ],
  [
    'Vladimir Vladimirovich Putin',
    'Vladimir Putin',
    'Wladimir Wladimirowitsch Putin',
    'Ivan Petrovich Sidorov',
  ],
  ['Jürgen Müller', 'Juergen Mueller', 'Jurgen Muller', 'Jörg Möller', 'Michael Kaehler', 'Michal Kähler'],
  [
    'Juan Carlos Garcia',
    'Garcia, Juan Carlos',
    'Juan Garcia',
    'Juan Pablo Garcia',
    'Khalid bin Walid Al Saud',
  ],
  ['Thaddeus Quillfeather', 'Ted Quilfeather', 'Tadeus Qillfether', 'Quillfeather', 'Thaddeus Q.'],
  ['A. B. C. Mohammed', 'Abu Mohammed', 'Abc Mohammed'],
];
const COMPANIES = [
  [
    'OAO Gazprom',
    'Gazprom JSC',
    'Gazprom AE',
    'Gazprom LLC',
    'Gazprom Bank',
    'Gasprom',
    'Gazprom Neft Trading GmbH',
  ],
  ['Alfa Fund 2', 'Alfa Fund Two', 'Alfa Fund II Ltd', 'Alpha Fund', 'Alfa International Trading'],
];

describe('engineVersion', () => {
  it('changes when scores or the index change', async () => {
    const scores: number[] = [];
    const each = (groups: readonly string[][], type: 'individual' | 'corporate' | 'vessel') => {
      for (const group of groups)
        for (const a of group) for (const b of group) scores.push(compare(a, b, { type }).score);
    };
    each(NAMES, 'individual');
    each(COMPANIES, 'corporate');
    each(COMPANIES, 'vessel');
    const entries: ListEntry[] = (await readEntries(listSources['sample']!, [])).entries;
    const bytes = new Uint8Array(buildIndex(entries, { source: 'sample', version: engineVersion }));
    const known = {
      version: engineVersion,
      scores: hash128(JSON.stringify(scores)),
      index: hash128(`${Object.keys(SECTIONS).join()} ${bytes.join()}`),
    };
    expect(known).toEqual(KNOWN);
  });
});
