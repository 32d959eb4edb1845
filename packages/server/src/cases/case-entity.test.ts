import { expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { newDataKey } from '../lib/secrets.ts';
import { DomainKeys, type PersonalKeys } from '../personal-keys/index.ts';
import type { Screening } from '../screening/index.ts';
import { readCaseEntity, readCaseHitDetails } from './case-entity.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const idOf = (number: number) => `01890000-0000-7000-8000-00000000000${number}`;

function rowOf(number: number) {
  return {
    alertId: idOf(number),
    engine: 'GLOBAL_CHECK',
    entityId: `un-sc:${number}`,
    source: 'un-sc',
    subjectKey: 'self',
    party: null,
    subject: { name: 'Ann', type: 'individual' },
    subjectIndex: 0,
    sequence: 1,
    score: 0.9,
    hit: { reasons: [], dobs: [], dobRanges: [] },
    joins: [],
    entityFacts: null,
    silenced: false,
    reopened: false,
    ruling: null,
    ruledOn: null,
    entry: null,
    listVersion: null,
  };
}

/** A store in which the alerts of the execution change after each statement that reads them. */
function storeOf(...states: readonly (readonly number[])[]): Database {
  let read = 0;
  const sql = async (text: string, params: readonly unknown[]) => {
    if (text.includes('from case_record')) return [{ executionId: 'e-1' }];
    if (!text.includes('from alert a')) return [];
    const rows = states[Math.min(read++, states.length - 1)]!.map(rowOf);
    const alertId = params[3];
    return typeof alertId === 'string' ? rows.filter((row) => row.alertId === alertId) : rows;
  };
  return {
    transaction: (_: unknown, run: (tx: unknown) => unknown) => run({ sql }),
  } as unknown as Database;
}

const screening = { ready: () => false } as unknown as Screening;
const personalKeys = { ofDomain: async () => new DomainKeys(scope, newDataKey()) } as unknown as PersonalKeys;
const hitsOf = async (database: Database) =>
  (await readCaseHitDetails({ database, screening, personalKeys }, scope, 'C-1'))?.map(
    ({ alertId }) => alertId,
  );

it('reads the hits of a case while others are stored or deleted', async () => {
  expect(await hitsOf(storeOf([1]))).toEqual([idOf(1)]);
  expect(await hitsOf(storeOf([1], [1, 2]))).toEqual([idOf(1)]);
  expect(await hitsOf(storeOf([1, 2], [1]))).toEqual([idOf(1)]);
});

it('answers none for a hit that is deleted while it is read', async () => {
  const read = (database: Database) =>
    readCaseEntity({ database, screening, personalKeys }, scope, { caseNo: 'C-1', alertId: idOf(1) });
  expect(await read(storeOf([1]))).toBeDefined();
  expect(await read(storeOf([1], []))).toBeUndefined();
});
