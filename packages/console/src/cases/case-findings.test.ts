import type { CaseDetail } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import type { HitGroup } from '../hits/entity-groups.ts';
import { findingsOf } from './case-findings.ts';

const screening = (searchedLists: Readonly<Record<string, string>>) => ({
  kind: 'visit',
  nodeType: 'screening',
  nodeId: 'screen',
  at: 0,
  input: { engines: [] },
  output: {},
  searchedLists,
});

/** As much of a case as findings read. */
const aCase = (more: Partial<Record<keyof CaseDetail, unknown>> = {}): CaseDetail =>
  ({
    timeline: [screening({ 'us-ofac-sdn': '2026-11-20' })],
    givenDocuments: [],
    documents: [],
    documentReviews: [],
    subject: {},
    ...more,
  }) as unknown as CaseDetail;

const aHit = (name: string, resolution: HitGroup['resolution']): HitGroup =>
  ({ lead: { alertId: name, name }, resolution }) as unknown as HitGroup;

const aPassport = (more: object = {}) => ({
  documentId: 'd-1',
  type: 'PASSPORT',
  country: 'DE',
  person: null,
  replaces: null,
  files: [{ uploadId: 'u-1', side: 'front' }],
  contradictions: [],
  differences: [],
  unchecked: [],
  ...more,
});

const textsOf = (findings: ReturnType<typeof findingsOf>) => ({
  against: findings.against.map(({ text }) => text),
  inFavour: findings.inFavour.map(({ text }) => text),
});

it('puts true matches before unresolved hits, and leads to the first of each', () => {
  const hits = [
    aHit('Jane Doe', null),
    aHit('John Roe', 'TRUE_MATCH'),
    aHit('Jane Doe', null),
    aHit('Ann Poe', 'FALSE_POSITIVE'),
  ];
  const found = findingsOf(aCase(), hits);
  expect(textsOf(found)).toEqual({
    against: ['True match: John Roe', 'Unresolved hits (2): Jane Doe'],
    inFavour: ['Ruled false positive: 1'],
  });
  expect(found.against.map(({ target }) => target)).toEqual([
    { alertId: 'John Roe' },
    { alertId: 'Jane Doe' },
  ]);
});

it('names identifiers that are not valid once, also where several screenings found them', () => {
  const run = {
    ...screening({ 'us-ofac-sdn': '2026-11-20' }),
    output: { invalidIdentifiers: ['wallet 12c6Y: its checksum is wrong'] },
  };
  expect(textsOf(findingsOf(aCase({ timeline: [run, run] }), [])).against).toEqual([
    '1 identifier not valid: wallet 12c6Y: its checksum is wrong.',
  ]);
});

it('counts no hits for a customer only where a published list was searched', () => {
  expect(textsOf(findingsOf(aCase(), []))).toEqual({
    against: [],
    inFavour: ['No hits in the lists searched'],
  });
  for (const timeline of [[], [screening({ sample: 'ab12' })]]) {
    const { against, inFavour } = findingsOf(aCase({ timeline }), []);
    expect([against.length, inFavour.length]).toEqual([1, 0]);
  }
});

it('names what documents contradict, who has not reviewed them, and what was not compared', () => {
  const contradiction = {
    field: 'dateOfBirth',
    document: '1971-02-28',
    told: '1972-02-28',
    score: null,
    isRead: true,
  };
  const passport = aPassport({ contradictions: [contradiction], unchecked: ['face'] });
  const { against } = textsOf(findingsOf(aCase({ givenDocuments: [passport] }), []));
  expect(against).toEqual([
    'Passport of Germany, Date of birth: the document says 1971-02-28; the application says 1972-02-28.',
    'Documents not reviewed: 1',
    expect.stringMatching(/compare/i),
  ]);
});

it('takes an accepted document for the customer, and a rejected one against', () => {
  const reviewed = (verdict: string) =>
    textsOf(
      findingsOf(
        aCase({
          givenDocuments: [aPassport()],
          documentReviews: [{ documentId: 'd-1', verdict, reason: null }],
        }),
        [],
      ),
    );
  expect(reviewed('ACCEPTED').inFavour).toContain('Passport of Germany: Accepted.');
  expect(reviewed('REJECTED').against).toEqual(['Passport of Germany: Rejected.']);
});

it('names the documents that have the same file, with one colon', () => {
  const file = (uploadId: string) => ({ uploadId, sha256: 'ab', filename: `${uploadId}.png` });
  const given = (documentId: string, type: string) => ({
    ...aPassport({ documentId, type, country: null }),
    files: [{ side: 'front', uploadId: `u-${documentId}`, filename: '' }],
  });
  const { against } = textsOf(
    findingsOf(
      aCase({
        givenDocuments: [given('d-1', 'PASSPORT'), given('d-2', 'SELFIE')],
        documents: [file('u-d-1'), file('u-d-2')],
      } as never),
      [],
    ),
  );
  expect(against[0]).toBe('Passport: same file as Selfie.');
});
