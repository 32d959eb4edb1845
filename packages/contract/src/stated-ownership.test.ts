import { expect, test } from 'vitest';
import { maxStatedParties, parseInput, statedOwnership } from './index.ts';

const jane = { partyId: 'p-1', customerType: 'individual', name: 'Jane Roe' };
const company = { partyId: 'c-1', customerType: 'corporate', name: 'Roe Holding' };

function fault(parties: readonly object[], more: object = {}) {
  const parsed = parseInput(statedOwnership, { parties, ...more });
  return parsed.ok ? undefined : `${parsed.bad.kind}: ${parsed.bad.message}`;
}

test('parties with holdings, control, roles and joint arrangements are taken', () => {
  const parties = [
    { ...company, holdings: [{ percent: 60, votingPercent: null }], lei: '5493001KJTIIGC8Y1R12' },
    {
      ...jane,
      holdings: [{ companyId: 'c-1', percentFrom: 25, percentTo: 50 }, { companyId: ' ' }],
      control: [{ companyId: 'c-1', means: 'agreement' }],
      roles: [{ role: 'director' }],
    },
  ];
  expect(fault(parties, { jointArrangements: [{ partyIds: ['p-1', 'c-1'] }], later: 1 })).toBeUndefined();
});

test.each([
  ['a number twice', [jane, jane], 'value: parties[1].partyId "p-1": is used twice: state each party once'],
  [
    'an unknown company',
    [{ ...jane, holdings: [{ companyId: 'c-9', percent: 1 }] }],
    'value: parties[0].holdings[0].companyId "c-9": is the partyId of no party',
  ],
  [
    'a share of a person',
    [jane, { ...company, holdings: [{ companyId: 'p-1', percent: 1 }] }],
    'value: parties[1].holdings[0].companyId "p-1": is an individual: only companies have owners and officers',
  ],
  [
    'a share above the whole',
    [{ ...jane, holdings: [{ percent: 130 }] }],
    'value: parties[0].holdings[0].percent 130: must be 0 to 100',
  ],
  [
    'a share as text',
    [{ ...jane, holdings: [{ percent: '30' }] }],
    'shape: parties[0].holdings[0].percent "30": must be a number',
  ],
  [
    'a range upside down',
    [{ ...jane, holdings: [{ percentFrom: 50, percentTo: 25 }] }],
    'value: parties[0].holdings[0].percentFrom 50: must be at most percentTo',
  ],
  [
    'a share and a range',
    [{ ...jane, holdings: [{ percent: 50, percentTo: 60 }] }],
    'value: parties[0].holdings[0].percent 50: cannot be combined with percentFrom or percentTo: state one of them',
  ],
  ['no name', [{ partyId: 'p-1', customerType: 'individual' }], 'shape: parties[0].name is missing'],
  [
    'a role of another word',
    [{ ...jane, roles: [{ role: 'boss' }] }],
    'value: parties[0].roles[0].role "boss": must be one of director, senior-managing-official',
  ],
])('%s is refused with its place', (_, parties, message) => {
  expect(fault(parties)).toBe(message);
});

test('ten thousand parties are taken, one more is refused', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...jane, partyId: `p-${index}` }));
  expect(fault(many(maxStatedParties))).toBeUndefined();
  expect(fault(many(maxStatedParties + 1))).toContain('must have at most 10000 parties');
});
