import { expect, test } from 'vitest';
import { relatedPersons } from './related-persons.ts';

const people = (...owners: readonly object[]) =>
  relatedPersons({ outputs: { owners: { beneficialOwners: owners } } } as never);

test('owners and persons who control by other means are asked for, each once; companies are not', () => {
  const controller = { name: 'Kim Poe', customerType: 'individual', dateOfBirth: null };
  const outputs = {
    owners: {
      beneficialOwners: [{ name: 'Jane Roe', customerType: 'individual' }],
      controllers: [
        controller,
        { ...controller, name: 'JANE ROE' },
        { name: 'Holding', customerType: 'corporate' },
      ],
    },
  };
  expect(relatedPersons({ outputs } as never).map(({ name }) => name)).toEqual(['Jane Roe', 'Kim Poe']);
});

test('one name is one person, unless two full dates of birth differ', () => {
  const [jane] = people({ name: 'Jane Roe' }, { name: 'jane roe', dateOfBirth: '1980-01-01' });
  expect(jane).toMatchObject({ name: 'Jane Roe', dateOfBirth: '1980-01-01' });
  const two = people(
    { name: 'Jane Roe', dateOfBirth: '1980-01-01' },
    { name: 'Jane Roe', dateOfBirth: '1990-01-01' },
    { name: 'Jane Roe', dateOfBirth: '1990-01-01' },
  );
  expect(two.map(({ dateOfBirth }) => dateOfBirth)).toEqual(['1980-01-01', '1990-01-01']);
  expect(new Set(two.map(({ personId }) => personId)).size).toBe(2);
  expect(
    people({ name: 'Jane Roe', dateOfBirth: '1980' }, { name: 'Jane Roe', dateOfBirth: '1990-01-01' }),
  ).toHaveLength(1);
});
