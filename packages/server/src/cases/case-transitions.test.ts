import { readFileSync } from 'node:fs';
import {
  type CaseState,
  caseStates,
  caseTransitionNames,
  caseTransitions,
  isFinalCase,
} from '@gatehouse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseHit } from './case-hits.ts';
import {
  availableTransitions,
  type CaseProgress,
  caseSteps,
  checkRulingPermission,
  decideTransition,
  type RequestedTransition,
  type Reviewer,
} from './case-transitions.ts';

const groupNames = ['first-line', 'compliance', 'board'];
const emails = ['ana@acme.test', 'ben@acme.test', 'cleo@acme.test'];

const reviewer: fc.Arbitrary<Reviewer> = fc.record({
  email: fc.constantFrom(...emails),
  groups: fc.subarray(groupNames),
  worksOnCases: fc.boolean(),
  isAdmin: fc.boolean(),
});

/** Standings as the machine itself leaves them: somebody has a case exactly while it is under review. */
const caseProgress: fc.Arbitrary<CaseProgress> = fc
  .record({
    status: fc.constantFrom(...caseStates),
    groups: fc.subarray(groupNames),
    place: fc.nat(10),
    holder: fc.constantFrom(...emails),
    fourEyes: fc.boolean(),
    said: fc.option(
      fc.record({
        decision: fc.constantFrom('approve' as const, 'reject' as const, 'close' as const),
        by: fc.constantFrom(...emails),
        trueMatches: fc.subarray(['self un-sc:1', 'party:1 un-sc:1']),
      }),
    ),
  })
  .map(({ status, groups, place, holder, fourEyes, said }) => ({
    status,
    groups,
    groupIndex: groups.length === 0 ? 0 : place % groups.length,
    assignee: status === 'UNDER_REVIEW' ? holder : null,
    ...(fourEyes ? { fourEyes } : {}),
    proposal: said,
  }));

const requested: fc.Arbitrary<RequestedTransition> = fc.record({
  move: fc.constantFrom(...caseTransitionNames),
  reason: fc.constantFrom(
    undefined,
    '',
    '  ',
    'short',
    'another year of birth',
    'No true match among the hits',
  ),
  assignee: fc.option(reviewer, { nil: undefined }),
});

const rules = fc.constantFrom('own-words', 'second-person', 'reject-only');

const hit: fc.Arbitrary<CaseHit> = fc
  .record({
    key: fc.constantFrom('self un-sc:1', 'party:1 un-sc:1', 'self pep:2'),
    entity: fc.constantFrom('self un-sc:1', 'party:1 un-sc:1'),
    label: fc.constant({ name: 'Wilhelmina Thornapple', isCustomer: true, party: null }),
    category: fc.constantFrom('sanctions', 'pep', 'watchlist'),
    resolution: fc.constantFrom('TRUE_MATCH', 'FALSE_POSITIVE', null),
    rule: rules,
  })
  // No policy lets one person approve a match on a sanctions list.
  .map((drawn) =>
    drawn.category === 'sanctions' && drawn.rule === 'own-words'
      ? { ...drawn, rule: 'second-person' }
      : drawn,
  );

const situation = fc.record({
  actor: reviewer,
  isCancelConfigured: fc.boolean(),
  hits: fc.uniqueArray(hit, { maxLength: 3, selector: ({ key }) => key }),
});

const ana: Reviewer = { email: 'ana@acme.test', groups: ['first-line'], worksOnCases: true, isAdmin: false };
const ben: Reviewer = { email: 'ben@acme.test', groups: ['compliance'], worksOnCases: true, isAdmin: false };
const boss: Reviewer = { email: 'boss@acme.test', groups: [], worksOnCases: true, isAdmin: true };
const groups = ['first-line', 'compliance'];
const opened: CaseProgress = { status: 'UNASSIGNED', groups, groupIndex: 0, assignee: null };
const withAna: CaseProgress = { ...opened, status: 'UNDER_REVIEW', assignee: ana.email };

/** The case after a transition that must succeed. */
function moved(from: CaseProgress, actor: Reviewer, move: RequestedTransition['move']): CaseProgress {
  const decision = decideTransition(
    from,
    { move, reason: 'because' },
    { actor, isCancelConfigured: true, hits: [] },
  );
  if (!decision.ok) throw new Error(JSON.stringify(decision.refusal));
  return decision.next;
}

function refusalOf(from: CaseProgress, actor: Reviewer, request: RequestedTransition) {
  const decision = decideTransition(from, request, { actor, isCancelConfigured: true, hits: [] });
  return decision.ok ? undefined : decision.refusal;
}

describe('the table of case moves', () => {
  it('makes exactly the moves between states that the contract lists', () => {
    for (const from of caseStates) {
      const reached = caseSteps.filter((step) => step.from.includes(from)).map((step) => step.to);
      expect([...new Set(reached)].toSorted(), from).toEqual(caseTransitions[from].toSorted());
    }
  });

  it('is the one of console-api.md', () => {
    const page = readFileSync(new URL('../../../../docs/console-api.md', import.meta.url), 'utf8');
    const words = (states: readonly string[]) => states.map((state) => `\`${state}\``).join(', ');
    const rows = caseSteps.map(({ move, inGroup, proposes, from, to, who, needsReason }) => {
      const group = inGroup === undefined ? '' : inGroup === 'last' ? ' (last group)' : ' (others follow)';
      const place = proposes === undefined ? group : ' (first of two people)';
      return `| \`${move}\`${place} | ${words(from)} | \`${to}\` | ${who} |${needsReason ? ' needed ' : ' '}|`;
    });
    expect(page).toContain(rows.join('\n'));
  });

  it('reaches every state from an opened case', () => {
    const reached = new Set<CaseState>(['UNASSIGNED']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const step of caseSteps) if (step.from.some((state) => reached.has(state))) reached.add(step.to);
    }
    expect([...reached].toSorted()).toEqual(caseStates.toSorted());
  });

  it('ends the execution exactly where it ends the case', () => {
    for (const step of caseSteps) expect(step.ends !== undefined, step.name).toBe(isFinalCase(step.to));
  });

  it('lets no move leave a final state', () => {
    fc.assert(
      fc.property(caseProgress, requested, situation, (from, request, now) => {
        const decision = decideTransition(from, request, now);
        if (isFinalCase(from.status)) expect(decision.ok).toBe(false);
      }),
    );
  });

  it('leaves states that hold: a move of the contract, a group of the case, an assignee under review alone', () => {
    fc.assert(
      fc.property(caseProgress, requested, situation, (from, request, now) => {
        const decision = decideTransition(from, request, now);
        if (!decision.ok) return;
        const { next } = decision;
        expect(caseTransitions[from.status]).toContain(next.status);
        expect(next.groups).toEqual(from.groups);
        expect(next.groupIndex).toBeGreaterThanOrEqual(0);
        expect(next.groupIndex).toBeLessThan(Math.max(1, next.groups.length));
        if (next.status === 'UNDER_REVIEW') expect(next.assignee).not.toBeNull();
        else if (!isFinalCase(next.status)) expect(next.assignee).toBeNull();
      }),
    );
  });

  it('approves only after the last group, whoever asks', () => {
    fc.assert(
      fc.property(caseProgress, requested, situation, (from, request, now) => {
        const decision = decideTransition(from, request, now);
        if (!decision.ok || decision.next.status !== 'APPROVED') return;
        expect(from.groupIndex).toBeGreaterThanOrEqual(from.groups.length - 1);
      }),
    );
  });

  it('lets nobody act without the right to work on cases, nor resolve for somebody else', () => {
    fc.assert(
      fc.property(caseProgress, requested, situation, (from, request, now) => {
        const decision = decideTransition(from, request, now);
        if (!decision.ok) return;
        expect(now.actor.worksOnCases).toBe(true);
        if (typeof decision.ends === 'object') {
          expect([null, now.actor.email]).toContain(from.assignee);
        }
      }),
    );
  });

  it('resolves under four eyes only what two different people said, one after the other', () => {
    fc.assert(
      fc.property(caseProgress, requested, situation, (from, request, now) => {
        const decision = decideTransition(from, request, now);
        if (!decision.ok || from.fourEyes !== true || typeof decision.ends !== 'object') return;
        expect(from.proposal?.decision).toBe(decision.ends.decision);
        expect(from.proposal?.by).not.toBe(now.actor.email);
      }),
    );
  });

  it('approves and closes nothing with a hit that is not ruled on, nor a sanctions match by one person', () => {
    fc.assert(
      fc.property(caseProgress, requested, situation, (from, request, now) => {
        const decision = decideTransition(from, request, now);
        if (!decision.ok || typeof decision.ends !== 'object' || decision.ends.decision === 'reject') return;
        expect(now.hits.every(({ resolution }) => resolution !== null)).toBe(true);
        const matches = now.hits.filter(({ resolution }) => resolution === 'TRUE_MATCH');
        if (matches.length > 0) expect(request.reason).toBe('another year of birth');
        const sanctioned = matches.filter(({ category }) => category === 'sanctions');
        if (sanctioned.length === 0) return;
        expect(from.proposal?.decision).toBe(decision.ends.decision);
        expect(from.proposal?.by).not.toBe(now.actor.email);
        for (const { key } of sanctioned) expect(from.proposal?.trueMatches).toContain(key);
      }),
      { numRuns: 2_000 },
    );
  });

  it('passes on and cancels whatever is ruled on the hits', () => {
    fc.assert(
      fc.property(caseProgress, requested, situation, (from, request, now) => {
        const free = (move: RequestedTransition) => decideTransition(from, move, { ...now, hits: [] });
        const passing = { ...request, move: 'approve' as const };
        const passed = free(passing);
        if (passed.ok && passed.step === 'passOn')
          expect(decideTransition(from, passing, now)).toEqual(passed);
        const cancelling = { ...request, move: 'cancel' as const };
        expect(decideTransition(from, cancelling, now)).toEqual(free(cancelling));
      }),
    );
  });

  it('offers as buttons exactly what it would then do', () => {
    fc.assert(
      fc.property(caseProgress, situation, (from, now) => {
        for (const { move, refusal } of availableTransitions(from, now)) {
          const assignee = { ...boss, email: 'named@acme.test' };
          const reason = 'in words of my own, and long enough';
          const decision = decideTransition(from, { move, reason, assignee }, now);
          expect(decision.ok ? undefined : decision.refusal).toEqual(refusal);
        }
      }),
    );
  });
});

describe('a review by two groups', () => {
  it('is passed on by the first group and resolved by the second', () => {
    const passedOn = moved(moved(opened, ana, 'claim'), ana, 'approve');
    expect(passedOn).toEqual({ status: 'OTHER_GROUP', groups, groupIndex: 1, assignee: null });
    expect(refusalOf(passedOn, ana, { move: 'claim' })).toEqual({ kind: 'notMember', group: 'compliance' });
    const taken = moved(passedOn, ben, 'claim');
    expect(taken).toMatchObject({ status: 'UNDER_REVIEW', assignee: ben.email });
    expect(moved(taken, ben, 'approve')).toMatchObject({ status: 'APPROVED', assignee: ben.email });
  });

  it.each([
    ['reject', 'REJECTED'],
    ['close', 'CLOSED'],
  ] as const)('ends at once when the first group decides to %s', (move, status) => {
    expect(moved(withAna, ana, move)).toMatchObject({ status, groupIndex: 0 });
  });

  it('goes back to the group before when it is returned, and is taken up again there', () => {
    const withBen = moved(moved(withAna, ana, 'approve'), ben, 'claim');
    const returned = moved(withBen, ben, 'return');
    expect(returned).toEqual({ status: 'RETURNED', groups, groupIndex: 0, assignee: null });
    expect(refusalOf(returned, ben, { move: 'resume' })).toMatchObject({ kind: 'notMember' });
    expect(moved(returned, ana, 'resume')).toEqual(withAna);
  });

  it('stays with the first group when that one returns it', () => {
    expect(moved(withAna, ana, 'return')).toMatchObject({ status: 'RETURNED', groupIndex: 0 });
  });

  it('is not passed on by somebody who has not taken it up', () => {
    const returned = moved(withAna, ana, 'return');
    expect(refusalOf(returned, ana, { move: 'approve', reason: 'fine' })).toEqual({
      kind: 'groupsFollow',
      group: 'first-line',
    });
  });
});

describe('a review by two people', () => {
  const amy: Reviewer = { ...ana, email: 'amy@acme.test' };
  const alone: CaseProgress = { ...opened, groups: ['first-line'], fourEyes: true, proposal: null };
  const proposed = moved(moved(alone, ana, 'claim'), ana, 'reject');

  it('is proposed by one and resolved by another who says the same', () => {
    expect(proposed).toEqual({
      ...alone,
      status: 'OTHER_GROUP',
      proposal: { decision: 'reject', by: ana.email, reason: 'because', trueMatches: [] },
    });
    expect(moved(proposed, amy, 'reject')).toMatchObject({ status: 'REJECTED' });
    expect(moved(moved(proposed, amy, 'claim'), amy, 'reject')).toMatchObject({
      status: 'REJECTED',
      assignee: amy.email,
    });
  });

  it('is neither resolved nor taken again by the first of them, nor given to them', () => {
    const same = { kind: 'samePerson', email: ana.email };
    expect(refusalOf(proposed, ana, { move: 'reject', reason: 'still' })).toEqual(same);
    expect(refusalOf(proposed, ana, { move: 'claim' })).toEqual(same);
    expect(refusalOf(proposed, boss, { move: 'assign', assignee: ana })).toEqual(same);
    expect(refusalOf(proposed, boss, { move: 'assign', assignee: amy })).toBeUndefined();
  });

  it('needs a third word where the second is another', () => {
    expect(refusalOf(proposed, amy, { move: 'approve', reason: 'no' })).toEqual({ kind: 'takeFirst' });
    const dissent = moved(moved(proposed, amy, 'claim'), amy, 'approve');
    expect(dissent).toMatchObject({
      status: 'OTHER_GROUP',
      proposal: { decision: 'approve', by: amy.email },
    });
    expect(moved(dissent, ana, 'approve')).toMatchObject({ status: 'APPROVED' });
  });

  it('begins anew once it was returned', () => {
    const returned = moved(moved(proposed, amy, 'claim'), amy, 'return');
    expect(returned.proposal).toBeNull();
    expect(moved(returned, ana, 'resume')).toMatchObject({ assignee: ana.email });
  });

  it('counts passing on as the first word of an approval', () => {
    const two: CaseProgress = { ...withAna, fourEyes: true, proposal: null };
    const both: Reviewer = { ...ana, groups };
    const passedOn = moved(two, both, 'approve');
    expect(refusalOf(passedOn, both, { move: 'approve', reason: 'again' })).toMatchObject({
      kind: 'samePerson',
    });
    expect(moved(moved(passedOn, ben, 'claim'), ben, 'approve')).toMatchObject({ status: 'APPROVED' });
  });
});

describe('a true match on a sanctions list', () => {
  const amy: Reviewer = { ...ana, email: 'amy@acme.test' };
  const alone: CaseProgress = { ...withAna, groups: ['first-line'] };
  const match: CaseHit = {
    key: 'self un-sc:1',
    entity: 'self un-sc:1',
    label: { name: 'Wilhelmina Thornapple', isCustomer: true, party: null },
    category: 'sanctions',
    resolution: 'TRUE_MATCH',
    rule: 'second-person',
  };
  const decide = (
    from: CaseProgress,
    actor: Reviewer,
    request: RequestedTransition,
    hits: readonly CaseHit[] = [match],
  ) => decideTransition(from, request, { actor, isCancelConfigured: true, hits });
  const first: RequestedTransition = { move: 'approve', reason: 'A licence of the treasury covers this' };
  const proposed = decide(alone, ana, first);
  if (!proposed.ok) throw new Error(proposed.refusal.kind);

  it('takes a second person, who confirms in words of their own', () => {
    expect(proposed.step).toBe('propose');
    expect(proposed.next).toMatchObject({
      status: 'OTHER_GROUP',
      assignee: null,
      proposal: { decision: 'approve', by: ana.email, trueMatches: [match.key] },
    });
    const refused = (actor: Reviewer, request: RequestedTransition) => decide(proposed.next, actor, request);
    expect(refused(ana, first)).toMatchObject({ refusal: { kind: 'samePerson' } });
    expect(refused(amy, first)).toMatchObject({ refusal: { kind: 'repeatedReason', by: ana.email } });
    expect(refused(amy, { move: 'approve', reason: 'agreed' })).toMatchObject({
      refusal: { kind: 'ownWords' },
    });
    const own: RequestedTransition = { move: 'approve', reason: 'I have seen the licence and its dates' };
    expect(refused(amy, own)).toMatchObject({ ok: true, next: { status: 'APPROVED' } });
  });

  it('that was ruled after the proposal is proposed anew', () => {
    const later = { ...match, key: 'party:1 un-sc:2' };
    const claimed = decide(proposed.next, amy, { move: 'claim' }, [match, later]);
    if (!claimed.ok) throw new Error(claimed.refusal.kind);
    const again = decide(claimed.next, amy, { move: 'approve', reason: 'Both are covered by licences' }, [
      match,
      later,
    ]);
    expect(again).toMatchObject({ ok: true, step: 'propose', next: { proposal: { by: amy.email } } });
  });

  it('is not confirmed by passing on', () => {
    const both: Reviewer = { ...ana, groups };
    const passed = decide({ ...withAna, fourEyes: true, proposal: null }, both, first);
    if (!passed.ok) throw new Error(passed.refusal.kind);
    expect(passed.step).toBe('passOn');
    const claimed = decide(passed.next, ben, { move: 'claim' });
    if (!claimed.ok) throw new Error(claimed.refusal.kind);
    expect(decide(claimed.next, ben, first)).toMatchObject({ ok: true, step: 'propose' });
  });

  it('leaves rejecting to one person, who may have proposed otherwise', () => {
    const reject: RequestedTransition = { move: 'reject', reason: 'True match with a sanctioned party' };
    expect(decide(alone, ana, reject)).toMatchObject({ ok: true, step: 'reject' });
    expect(decide(proposed.next, ana, reject)).toMatchObject({ ok: true, next: { status: 'REJECTED' } });
  });
});

describe('a move', () => {
  it('wants a reason where it sends back or ends', () => {
    for (const move of ['return', 'approve', 'reject', 'close', 'cancel'] as const) {
      expect(refusalOf(withAna, ana, { move, reason: ' ' }), move).toEqual({ kind: 'reasonMissing' });
    }
    expect(refusalOf(withAna, ana, { move: 'release' })).toBeUndefined();
  });

  it('on somebody else’s case names who has it', () => {
    const refusal = { kind: 'notAssignee', assignee: ana.email };
    expect(refusalOf(withAna, { ...ben, groups }, { move: 'approve', reason: 'fine' })).toEqual(refusal);
    expect(refusalOf(withAna, boss, { move: 'approve', reason: 'fine' })).toEqual(refusal);
    expect(moved(withAna, boss, 'release')).toEqual(opened);
  });

  it('is open to everybody who works on cases where the case has no groups', () => {
    expect(moved({ ...opened, groups: [] }, ben, 'claim')).toMatchObject({ assignee: ben.email });
  });

  it('assigns to members of the current group only, by an admin', () => {
    const assign = (assignee: Reviewer | undefined): RequestedTransition => ({ move: 'assign', assignee });
    expect(refusalOf(opened, ana, assign(ana))).toEqual({ kind: 'notAdmin' });
    expect(refusalOf(opened, boss, assign(undefined))).toEqual({ kind: 'assigneeUnknown' });
    expect(refusalOf(opened, boss, assign(ben))).toEqual({ kind: 'assigneeUnfit', group: 'first-line' });
    expect(refusalOf(opened, boss, assign({ ...ana, worksOnCases: false }))).toMatchObject({
      kind: 'assigneeUnfit',
    });
    expect(
      decideTransition(opened, assign(ana), { actor: boss, isCancelConfigured: false, hits: [] }),
    ).toMatchObject({
      ok: true,
      next: withAna,
    });
  });

  it('cancels in every open state, and nowhere while its wire value is not configured', () => {
    for (const status of ['UNASSIGNED', 'RETURNED', 'OTHER_GROUP'] as const) {
      expect(moved({ ...opened, status }, ana, 'cancel')).toMatchObject({ status: 'CLOSED' });
    }
    const request: RequestedTransition = { move: 'cancel', reason: 'sent twice' };
    expect(decideTransition(withAna, request, { actor: ana, isCancelConfigured: false, hits: [] })).toEqual({
      ok: false,
      refusal: { kind: 'cancelNotConfigured' },
    });
  });
});

describe('a ruling on a hit', () => {
  it('is the assignee’s while the case is open', () => {
    expect(checkRulingPermission(withAna, ana)).toBeUndefined();
    expect(checkRulingPermission(withAna, boss)).toEqual({ kind: 'notAssignee', assignee: ana.email });
    expect(checkRulingPermission(opened, ana)).toEqual({ kind: 'notAssignee', assignee: null });
    expect(checkRulingPermission(withAna, { ...ana, worksOnCases: false })).toEqual({ kind: 'readOnly' });
  });

  it('may be put right by the case’s groups once the case is resolved', () => {
    const closed: CaseProgress = { ...withAna, status: 'CLOSED' };
    expect(checkRulingPermission(closed, ben)).toBeUndefined();
    expect(checkRulingPermission(closed, boss)).toBeUndefined();
    expect(checkRulingPermission(closed, { ...ben, groups: ['board'] })).toMatchObject({ kind: 'notMember' });
    expect(checkRulingPermission({ ...closed, groups: [] }, ben)).toBeUndefined();
  });
});
