import { expect, it } from 'vitest';
import { customerOfEvent } from './customer-update.ts';

it('calls the customer of an event without a subject as its company, if it names one', () => {
  const nameOf = (data: Record<string, unknown>) => customerOfEvent('k-1', [], data).name;
  expect(nameOf({ companyName: ' Quillfeather Trading ' })).toBe('Quillfeather Trading');
  for (const companyName of [undefined, null, '', '  ', 7, ['Quillfeather']]) {
    expect(nameOf({ companyName })).toBeNull();
  }
});
