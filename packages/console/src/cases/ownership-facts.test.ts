import type { CaseDetail } from '@gatehouse/contract';
import { expect, test } from 'vitest';
import { roleLabel } from '../hits/subject-label.ts';
import {
  blockedSummary,
  ownershipFields,
  ownershipOf,
  statusText,
  withOwnership,
} from './ownership-facts.ts';

type Timeline = Pick<CaseDetail, 'timeline'>;

function timeline(...visits: readonly { nodeType: string; output: object; input?: object }[]): Timeline {
  return {
    timeline: visits.map((visit) => ({ kind: 'visit', input: null, ...visit })),
  } as unknown as Timeline;
}

const searchedLists = { sample: '7', watchlist: 'w-2' };
const owner = { reference: 'p-1', name: 'Jane', basis: 'ownership', percent: 40, percentAtMost: 40 };

test('a case without ownership nodes shows none', () => {
  expect(ownershipOf(timeline({ nodeType: 'screening', output: {} }))).toEqual({
    owners: undefined,
    blocked: undefined,
  });
  // A node that failed has no lists.
  expect(ownershipOf(timeline({ nodeType: 'ownership', output: { failure: 'x' } })).owners).toBeUndefined();
});

test('the newest answer counts, with shares as people read them', () => {
  const output = (percentAtMost: number) => ({
    parties: [{}, {}],
    beneficialOwners: [{ ...owner, path: ['Jane', 'Holding'], paths: 2 }],
    possibleBeneficialOwners: [
      {
        ...owner,
        reference: 'p-2',
        basis: 'voting-rights',
        percent: 10,
        percentAtMost,
        votingPercent: 33.333333,
      },
    ],
    layers: 2,
    unknownPercent: 20,
    findings: ['x'],
    changes: [{ text: 'new owner: Jane holds 40 % of the customer' }],
    comparedAt: '2026-09-01T08:00:00.000Z',
  });
  const { owners } = ownershipOf(
    timeline(
      { nodeType: 'ownership', output: output(90) },
      { nodeType: 'ownership-structure', output: output(30) },
    ),
  );
  expect(owners).toMatchObject({
    owners: [
      { basis: 'Shares', isCertain: true, share: '40%', votes: '', path: ['Jane', 'Holding'], paths: 2 },
      { basis: 'Votes', isCertain: false, share: '10–30%', votes: '33.33%' },
    ],
    parties: 2,
    changes: ['new owner: Jane holds 40 % of the customer'],
    comparedAt: Date.parse('2026-09-01T08:00:00.000Z'),
  });
});

test('reasons go to their regime, cautions beside them, and relations are sentences', () => {
  const { blocked } = ownershipOf(
    timeline({
      nodeType: 'blocked-ownership',
      output: {
        answers: [
          { regime: 'OFAC', status: 'blocked', percentAtLeast: 60, percentAtMost: 100 },
          { regime: 'EU', status: 'clear', percentAtLeast: 0, percentAtMost: 0 },
          { regime: 'UK', status: 'possibly', percentAtLeast: 0, percentAtMost: 100 },
        ],
        reasons: [
          'OFAC: blocked: Jane holds 60 % of the customer',
          'UK: possibly: Jane (hit on uk-sl, unresolved): more than 50 % of Mills stated, up to 100 % (bods, opensanctions)',
          'EU: a party that is or may be listed directs the customer: Kim',
        ],
        relations: [
          {
            from: 'Jane',
            to: 'Mills',
            kind: 'owns',
            share: '51',
            role: 'shareholder',
            source: 'opensanctions',
            counts: 'share',
          },
          {
            from: 'Kim',
            to: 'Mills',
            kind: 'linked',
            share: null,
            role: 'Linked To',
            source: 'us-ofac-sdn',
            counts: 'link',
          },
          {
            from: 'Ottoline',
            to: 'Mills',
            kind: 'controls',
            share: '>50-75',
            votes: '25-50',
            role: 'appointmentOfBoard',
            source: 'bods',
            counts: 'control',
          },
        ],
      },
    }),
  );
  expect(blocked).toMatchObject({
    regimes: [
      { regime: 'OFAC', share: '60–100%', reasons: ['Jane holds 60 % of the customer'] },
      { regime: 'EU', status: 'clear', share: '0%', reasons: [] },
      {
        regime: 'UK',
        reasons: [
          'Jane (hit on UK Sanctions List, unresolved): more than 50 % of Mills stated, up to 100 % (Register of owners (BODS), OpenSanctions)',
        ],
      },
    ],
    cautions: ['EU: a party that is or may be listed directs the customer: Kim'],
    relations: [
      'Jane owns 51% of Mills (shareholder, OpenSanctions)',
      'Kim is linked to Mills (Linked To, OFAC SDN, counted as possible only)',
      'Ottoline controls more than 50 and up to 75% of Mills (appointment of board, 25–50% of votes, Register of owners (BODS))',
    ],
  });
});

test('a share is not known where lists were not searched, and the searched lists are named', () => {
  const { blocked } = ownershipOf({
    timeline: [
      { kind: 'visit', nodeId: 'screen', nodeType: 'screening', searchedLists, output: {} },
      { kind: 'visit', nodeId: 'other', nodeType: 'screening', searchedLists: { x: '1' }, output: {} },
      {
        kind: 'visit',
        nodeId: 'sanctions',
        nodeType: 'blocked-ownership',
        input: { screenings: ['screen.screened'] },
        output: {
          answers: [
            {
              regime: 'EU',
              status: 'possibly',
              gaps: ['list-not-searched'],
              percentAtLeast: 0,
              percentAtMost: 13,
            },
            { regime: 'UK', status: 'blocked', gaps: ['parties-not-screened'], percentAtLeast: 60 },
          ],
          reasons: [
            'EU: possibly: Jane (hit on sample, unresolved): 30 % of the customer stated, up to 50 %',
            'EU: possibly: no list of this regime was searched',
          ],
        },
      },
    ],
  } as unknown as Timeline);
  expect(blocked).toMatchObject({
    searched: ['Sample list (version 7)', 'Watchlist (version w-2)'],
    regimes: [
      {
        share: 'not known',
        isSearched: false,
        reasons: ['Jane (hit on Sample list, unresolved): 30 % of the customer stated, up to 50 %'],
      },
      { share: 'at least 60%', isSearched: true },
    ],
  });
});

test('the field that an ownership node read is not shown a second time', () => {
  const read = timeline({ nodeType: 'ownership', output: {}, input: { field: 'owners' } });
  expect(ownershipFields(read)).toEqual(['owners']);
});

test('nothing is said to be possible where a list that was not searched is the only reason', () => {
  const ofUk = { regime: 'UK', isSearched: false, reasons: [] };
  expect(statusText({ ...ofUk, status: 'possibly' })).toBe('Not determined: no UK list was searched');
  expect(statusText({ ...ofUk, status: 'blocked' })).toBe('Blocked; no UK list was searched');
  expect(statusText({ ...ofUk, status: 'possibly', isSearched: true })).toBe('Possibly');
  const answer = (regime: string, status: string, ...gaps: string[]) => ({ regime, status, gaps });
  const reasons = ['UK: possibly: no list of this regime was searched'];
  const summary = (...answers: object[]) => blockedSummary({ answers, reasons });
  const unsearched = answer('UK', 'possibly', 'list-not-searched');
  expect(summary(unsearched, answer('EU', 'clear'))).toBe('not determined, no list searched (UK)');
  expect(summary(unsearched, answer('EU', 'possibly'))).toBe('possibly (EU)');
  expect(summary(unsearched, answer('OFAC', 'blocked'))).toBe('blocked (OFAC)');
  expect(summary(answer('EU', 'clear'))).toBe('no block found in the stated structure');
  expect(summary()).toBeUndefined();
});

test('possibly, hit and unsearched: the hit is not hidden by the list that was not searched', () => {
  const output = {
    answers: [
      { regime: 'OFAC', status: 'possibly', gaps: ['list-not-searched'] },
      { regime: 'UK', status: 'possibly', gaps: ['parties-not-screened'] },
    ],
    reasons: [
      'OFAC: possibly: Jane (hit on un-sc, unresolved): 60 % of the customer stated',
      'OFAC: possibly: no list of this regime was searched',
    ],
  };
  const { blocked } = ownershipOf(timeline({ nodeType: 'blocked-ownership', output }));
  const [ofac] = blocked!.regimes;
  expect(statusText(ofac!)).toBe('Possibly; no OFAC list was searched');
  expect(ofac!.reasons).toEqual([
    'Jane (hit on UN Security Council, unresolved): 60 % of the customer stated',
  ]);
  expect(blockedSummary(output)).toBe('possibly (OFAC, UK; no list searched: OFAC)');
});

test('a screened party has the role and the range of its share that the ownership gives it', () => {
  const party = { name: 'Kim', percent: 18, percentAtMost: 43, beneficialOwner: false, basis: 'ownership' };
  const subject = { name: 'Kim', role: 'owner', percent: 18, sequence: 1, subjectIndex: 0 };
  const { subjects } = withOwnership({
    ...timeline({ nodeType: 'ownership', output: { parties: [party] } }),
    subjects: [subject, { ...subject, name: 'Lee' }],
    alerts: [],
  } as unknown as CaseDetail);
  expect(subjects.map(roleLabel)).toEqual(['Possible beneficial owner, 18–43%', 'Owner, 18%']);
});

test('the newest structure counts, and a subject keeps its own role where two parties fit', () => {
  const party = { name: 'Kim', percent: 18, percentAtMost: 18, beneficialOwner: true, basis: 'ownership' };
  const possible = { ...party, percentAtMost: 43, beneficialOwner: false };
  const subject = { name: 'Kim', role: 'owner', percent: 18, sequence: 1, subjectIndex: 0 };
  const labels = (...runs: readonly (readonly object[])[]) =>
    withOwnership({
      ...timeline(...runs.map((parties) => ({ nodeType: 'ownership', output: { parties } }))),
      subjects: [subject],
      alerts: [],
    } as unknown as CaseDetail).subjects.map(roleLabel);
  expect(labels([party], [possible])).toEqual(['Possible beneficial owner, 18–43%']);
  expect(labels([possible], [party])).toEqual(['Owner, 18%']);
  expect(labels([possible, party])).toEqual(['Owner, 18%']);
});
