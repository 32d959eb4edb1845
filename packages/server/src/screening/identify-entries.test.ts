import { join } from 'node:path';
import { chooseEngines, type EngineChoice } from '@gatehouse/contract';
import { openVersion, parseBirth, type Subject } from '@gatehouse/matching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { type ListSnapshot, openLists, searchedVersions } from '../lists/index-files/index.ts';
import { madeUpList, writeListFile } from '../lists/index-files/made-up-list.fixture.ts';
import { identifyEntries } from './identify-entries.ts';
import { ScreeningPool } from './screening-pool.ts';

const company = (recordId: string, name: string, identifiers: readonly object[]) => ({
  recordId,
  recordType: 'entity',
  recordDetails: { name, jurisdiction: { code: 'GB' }, identifiers },
});
const person = (recordId: string, fullName: string, birthDate: string) => ({
  recordId,
  recordType: 'person',
  recordDetails: { names: [{ type: 'legal', fullName }], birthDate },
});
const statements = [
  company('mills', 'Korrigan Mills Ltd', [{ scheme: 'GB-COH', id: '0099-0001' }]),
  company('other', 'Korrigan Mills Ltd', [{ scheme: 'NL-KVK', id: '99000001' }]),
  company('bridge', 'Tallow Bridge Ltd', [{ scheme: 'XI-LEI', id: '529900T8BM49AURSDO55' }]),
  person('marwen', 'Marwen Tad Korrigan', '1961-04-17'),
  person('young', 'Marwen Tad Korrigan', '1991-04'),
  {
    recordId: 'r1',
    recordType: 'relationship',
    recordDetails: {
      subject: 'mills',
      interestedParty: 'marwen',
      interests: [{ type: 'shareholding', directOrIndirect: 'direct', share: { exact: 60 } }],
    },
  },
];

describe('a register of owners', () => {
  let snapshot: ListSnapshot;
  let pool: ScreeningPool;
  beforeAll(async () => {
    const folder = newDirectory();
    const listsDir = join(folder, 'lists');
    const marwen = { id: 9001, first: 'Marwen Tad', last: 'Korrigan', birthDate: '1961-04-17' };
    await writeListFile(join(listsDir, 'un-sc', 'consolidated.xml'), madeUpList([marwen]));
    await writeListFile(join(listsDir, 'bods', 'bods.json'), JSON.stringify(statements, null, 2));
    ({ snapshot } = await openLists({ dataDir: join(folder, 'data'), listsDir }));
    pool = new ScreeningPool(() => snapshot, { threads: 1 });
  });
  afterAll(() => pool?.close());

  const found = (subject: Subject) => {
    const lists = snapshot.lists.map(({ index }) => openVersion(index));
    const { identified } = identifyEntries(lists, [{ reference: 'x', subject }]);
    return Object.fromEntries(identified.map(({ entityId, isCertain }) => [entityId, isCertain]));
  };

  it('is searched by no engine, and no screening says that it was', async () => {
    const engines = chooseEngines(['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN']) as EngineChoice;
    const { results } = await pool.run({
      subjects: [
        { name: 'Marwen Tad Korrigan', type: 'individual' },
        { name: 'Korrigan Mills Ltd', type: 'corporate' },
      ],
      engines,
    });
    const sources = results.map((each) =>
      Object.values(each).flatMap(({ hits }) => hits.map(({ source }) => source)),
    );
    expect(sources).toEqual([['un-sc', 'un-sc', 'un-sc'], []]);
    expect(Object.keys(searchedVersions(snapshot))).toEqual(['un-sc']);
  });

  it('names a company for certain by its number and country, or its LEI, and only possibly by its name', () => {
    const mills = { name: 'Korrigan Mills Ltd', type: 'corporate' } as const;
    expect(found({ ...mills, registrationNumber: '00990001', countries: ['GB'] })).toMatchObject({
      'bods:mills': true,
    });
    expect(found(mills)).toEqual({ 'bods:mills': false, 'bods:other': false });
    // In the one normal form of identifiers: full-width digits and a label are the same number.
    for (const registrationNumber of ['００９９-０００１', '(CRN) 00990001'])
      expect(found({ ...mills, registrationNumber, countries: ['GB'] })).toMatchObject({
        'bods:mills': true,
      });
    expect(found({ ...mills, registrationNumber: '–', countries: ['GB'] })).toMatchObject({
      'bods:mills': false,
    });
    const lei = { type: 'lei', value: '529900T8BM49AURSDO55' } as const;
    expect(found({ name: 'Quite Another Ltd', type: 'corporate', identifiers: [lei] })).toEqual({
      'bods:bridge': true,
    });
  });

  it('names a person for certain by name and full date of birth alone', () => {
    const named = (born: string): Subject => ({
      name: 'Korrigan, Marwen Tad',
      type: 'individual',
      births: [parseBirth(born)!],
    });
    expect(found(named('1961-04-17'))).toMatchObject({ 'bods:marwen': true, 'un-sc:9001': true });
    expect(found(named('1961'))).toMatchObject({ 'bods:marwen': false });
    expect(found(named('1991-04-02'))['bods:young']).not.toBe(true);
  });

  it('gives the relations of whom it names, through the threads', async () => {
    const subject = {
      name: 'X',
      type: 'corporate',
      registrationNumber: '00990001',
      countries: ['GB'],
    } as const;
    const { related } = await pool.relatedEntries(
      [],
      [{ reference: null, subject: { ...subject, countries: ['GB'] } }],
    );
    expect(related).toMatchObject({
      isCut: false,
      identified: [{ reference: null, entityId: 'bods:mills', source: 'bods', isCertain: true }],
    });
    expect(related.entries.map(({ name }) => name)).toEqual(['Korrigan Mills Ltd', 'Marwen Tad Korrigan']);
    expect(related.entries[0]?.relations).toMatchObject([
      { kind: 'owned-by', share: '60', entityIds: ['bods:marwen'] },
    ]);
  });
});
