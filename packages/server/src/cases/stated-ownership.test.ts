import { describe, expect, it } from 'vitest';
import { AnswerLabels, ReferenceDirectory } from '../reference/index.ts';
import { ownershipIn } from './stated-ownership.ts';

describe('the ownership that a node answered', () => {
  const kindsOf = (...parties: readonly object[]) => {
    const structure = { companyId: 'k', structure: { holdings: [] } };
    const labels = new AnswerLabels(new ReferenceDirectory({} as never), 'demo');
    const found = ownershipIn({ finishedAt: 1, output: { parties, structure } }, labels);
    return found!.parties.map(({ name, isNamed, kind }) => [name, isNamed, kind]);
  };
  const corporate = { customerType: 'corporate', reference: 'p' };
  const bods = { ...corporate, source: 'bods', partyId: 'bods:x' };

  it('takes nobody for a company who is none by what a list states', () => {
    const person = { ...bods, name: 'not named: anonymous person (x)' };
    const entity = { ...bods, name: 'not named: unknown entity (x)' };
    expect(kindsOf(person, entity)).toEqual([
      [person.name, false, 'individual'],
      [entity.name, false, 'corporate'],
    ]);
    // A list names it without an entry of its own.
    const { partyId: _, ...unresolved } = { ...bods, name: 'Example Group' };
    expect(kindsOf(unresolved, { ...bods, name: 'Example Trading' })).toEqual([
      ['Example Group', true, 'unknown'],
      ['Example Trading', true, 'corporate'],
    ]);
  });

  it('leaves what the customer stated as it is', () => {
    const stated = { ...corporate, name: 'not named: anonymous person (x)' };
    expect(kindsOf(stated)).toEqual([[stated.name, true, 'corporate']]);
  });
});
