import type { EntryField } from '@gatehouse/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEntryFields } from './entry-fields.ts';

const entry: EntryField[] = [
  { name: 'memo', type: 'text', required: true },
  { name: 'amount', type: 'number', required: true },
  { name: 'urgent', type: 'boolean', required: false },
  { name: 'parties', type: 'list', required: false },
  { name: 'details', type: 'object', required: false },
];

test('fields of the right type pass, optional ones may be absent or null, unknown ones are ignored', () => {
  const data = { memo: 'x', amount: 0, urgent: false, parties: [], details: {}, more: 1 };
  expect(checkEntryFields({ entry }, data)).toEqual([]);
  expect(checkEntryFields({ entry }, { memo: 'x', amount: 1, urgent: null })).toEqual([]);
});

test('a required field that is missing or null is a fault of shape', () => {
  expect(checkEntryFields({ entry }, { amount: null })).toEqual([
    { kind: 'shape', message: 'data.memo is missing: must be a string' },
    { kind: 'shape', message: 'data.amount is missing: must be a number' },
  ]);
});

test('a field of another JSON type is a fault of shape, optional or not', () => {
  const data = { memo: 1, amount: '12', urgent: 'yes', parties: {}, details: [] };
  expect(checkEntryFields({ entry }, data)).toEqual([
    { kind: 'shape', message: 'data.memo 1: must be a string' },
    { kind: 'shape', message: 'data.amount "12": must be a number' },
    { kind: 'shape', message: 'data.urgent "yes": must be true or false' },
    { kind: 'shape', message: 'data.parties {}: must be an array' },
    { kind: 'shape', message: 'data.details []: must be an object' },
  ]);
});

test('a blank required text is a value that is not acceptable, told after faults of shape', () => {
  expect(checkEntryFields({ entry }, { memo: ' ' })).toEqual([
    { kind: 'shape', message: 'data.amount is missing: must be a number' },
    { kind: 'value', message: 'data.memo " ": must not be blank' },
  ]);
});

test('an inherited member is no field', () => {
  const inherited: EntryField[] = [{ name: 'toString', type: 'text', required: true }];
  expect(checkEntryFields({ entry: inherited }, {})).toHaveLength(1);
});

test('any data is judged without an exception', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...entry.map(({ name }) => name), 'x'), fc.jsonValue()),
      (data) => {
        for (const { message } of checkEntryFields({ entry }, data)) expect(message).toMatch(/^data\./);
      },
    ),
  );
});
