import { phrase, wordPhrases } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import type { AlertView } from '../screening/index.ts';
import { type CaseHit, caseHits, namesOfHits } from './case-hits.ts';
import {
  availableReasons,
  needsJustification,
  refuseReason,
  refuseResolution,
  secondPersonMatches,
} from './resolution-rules.ts';

const hit = (
  resolution: CaseHit['resolution'],
  category = 'sanctions',
  rule: CaseHit['rule'] = category === 'sanctions' ? 'second-person' : 'own-words',
): CaseHit => ({
  key: `self ${category}:${resolution}`,
  entity: `self ${category}:${resolution}`,
  label: { name: 'Wilhelmina Thornapple', isCustomer: true, party: null },
  category,
  resolution,
  rule,
});
const said = (reason: string, decision: 'approve' | 'reject' | 'close' = 'approve') => ({
  decision,
  reason,
  first: undefined,
});

describe('a resolution', () => {
  it('is refused while a hit is not ruled on, by name; rejecting is not', () => {
    const hits = [hit('FALSE_POSITIVE'), hit(null)];
    for (const decision of ['approve', 'close'] as const) {
      expect(refuseResolution(decision, hits)).toEqual({
        kind: 'unresolvedHits',
        count: 1,
        hits: { named: [{ name: 'Wilhelmina Thornapple', isCustomer: true, party: null }], more: 0 },
      });
    }
    expect(refuseResolution('reject', hits)).toBeUndefined();
    expect(refuseResolution('approve', [hit('TRUE_MATCH')])).toBeUndefined();
    expect(refuseResolution('approve', [])).toBeUndefined();
  });

  it('in spite of a true match takes own words, whatever its category', () => {
    for (const category of ['sanctions', 'pep', 'adverse-media', 'law-enforcement', 'watchlist']) {
      const hits = [hit('TRUE_MATCH', category)];
      expect(needsJustification('approve', hits)).toBe(true);
      expect(needsJustification('reject', hits)).toBe(false);
      for (const reason of ['fine', 'Reviewed; risk is acceptable', 'reviewed;  risk is acceptable.']) {
        expect(refuseReason(said(reason), hits), reason).toMatchObject({ kind: 'ownWords' });
      }
      expect(refuseReason(said('Source of wealth was proved by deeds'), hits)).toBeUndefined();
    }
    expect(refuseReason(said('fine'), [hit('FALSE_POSITIVE')])).toBeUndefined();
  });

  it('is refused for a reason that the hits contradict', () => {
    const reason = 'no true match among the hits.';
    for (const hits of [[hit('TRUE_MATCH', 'pep')], [hit(null)], []]) {
      expect(refuseReason(said(reason), hits)).toMatchObject({ kind: 'contradictedReason' });
    }
    expect(refuseReason(said(reason), [hit('FALSE_POSITIVE')])).toBeUndefined();
    const reject = said('True match with a sanctioned party', 'reject');
    expect(refuseReason(reject, [hit('TRUE_MATCH', 'pep')])).toMatchObject({
      kind: 'contradictedReason',
      because: [{ code: 'refusals.noSanctionsMatch' }],
    });
    expect(refuseReason(reject, [hit('TRUE_MATCH')])).toBeUndefined();
  });

  it('takes of a true match what the policy says of it', () => {
    const reason = said('Source of wealth was proved by deeds');
    const rules = { 'own-words': 0, 'second-person': 1, 'reject-only': 1 } as const;
    for (const category of ['sanctions', 'pep', 'adverse-media', 'law-enforcement', 'watchlist']) {
      for (const [rule, secondPersons] of Object.entries(rules)) {
        const hits = [hit('TRUE_MATCH', category, rule as CaseHit['rule'])];
        for (const decision of ['approve', 'close'] as const) {
          const refused = refuseResolution(decision, hits);
          expect(refused?.kind, rule).toBe(rule === 'reject-only' ? 'rejectOnly' : undefined);
          expect(secondPersonMatches(decision, hits)).toHaveLength(secondPersons);
          expect(refuseReason({ ...reason, decision }, hits)).toBeUndefined();
          expect(refuseReason({ ...said('fine'), decision }, hits)).toMatchObject({
            kind: 'ownWords',
            needsSecondPerson: secondPersons > 0,
          });
        }
        expect(refuseResolution('reject', hits)).toBeUndefined();
        expect(secondPersonMatches('reject', hits)).toEqual([]);
        expect(refuseResolution('approve', [hit('FALSE_POSITIVE', category, rule as CaseHit['rule'])])).toBe(
          undefined,
        );
      }
    }
  });

  it('is offered the reasons that are so, and none where own words are wanted', () => {
    expect(availableReasons('approve', [])).toEqual(['Reviewed; risk is acceptable']);
    expect(availableReasons('approve', [hit('FALSE_POSITIVE')])).toEqual([
      'No true match among the hits',
      'Reviewed; risk is acceptable',
    ]);
    expect(availableReasons('approve', [hit('TRUE_MATCH', 'pep')])).toEqual([]);
    expect(availableReasons('reject', [hit('FALSE_POSITIVE')])).toEqual(['Risk is not acceptable']);
    expect(availableReasons('reject', [hit('TRUE_MATCH')])).toEqual([
      'True match with a sanctioned party',
      'Risk is not acceptable',
    ]);
    expect(availableReasons('passOn', [hit(null)])).toEqual(['Reviewed by this group']);
  });
});

describe('the hits of a case', () => {
  const alert = (of: {
    subject: string;
    entityId: string;
    entityKey?: string;
    resolution: AlertView['resolution'];
  }) =>
    ({
      subject: { key: of.subject, name: of.subject },
      entityId: of.entityId,
      entityKey: of.entityKey ?? of.entityId,
      hit: { name: 'Listed', category: 'pep' },
      resolution: of.resolution,
    }) as AlertView;

  it('are one for each subject and entity, as open as the most open of its alerts', () => {
    const alerts = [
      alert({ subject: 'self', entityId: 'a', resolution: 'FALSE_POSITIVE' }),
      alert({ subject: 'self', entityId: 'a', resolution: null }),
      alert({ subject: 'Kim', entityId: 'a', resolution: 'TRUE_MATCH' }),
    ];
    const hits = caseHits(alerts, () => 'own-words');
    expect(hits.map(({ label, resolution }) => [label, resolution])).toEqual([
      [{ name: 'Listed', isCustomer: true, party: null }, null],
      [{ name: 'Listed', isCustomer: false, party: 'Kim' }, 'TRUE_MATCH'],
    ]);
    const many = Array.from({ length: 7 }, (_, at) => ({ ...hits[0]!, entity: String(at) }));
    expect(namesOfHits(many)).toMatchObject({ named: { length: 5 }, more: 2 });
    expect(wordPhrases(phrase('refusals.hitsAreTrueMatches', { hits: namesOfHits(many) }))).toMatch(
      /^ruled a true match: Listed \(for the customer\), .* and 2 more$/,
    );
  });

  it('are counted and named once where several entries are one entity', () => {
    const hits = caseHits(
      [
        alert({ subject: 'self', entityId: 'a', resolution: null }),
        alert({ subject: 'self', entityId: 'b', entityKey: 'a', resolution: null }),
        alert({ subject: 'Kim', entityId: 'b', entityKey: 'a', resolution: null }),
      ],
      () => 'own-words',
    );
    expect(hits).toHaveLength(3);
    expect(refuseResolution('approve', hits)).toEqual({
      kind: 'unresolvedHits',
      count: 2,
      hits: {
        named: [
          { name: 'Listed', isCustomer: true, party: null },
          { name: 'Listed', isCustomer: false, party: 'Kim' },
        ],
        more: 0,
      },
    });
  });
});
