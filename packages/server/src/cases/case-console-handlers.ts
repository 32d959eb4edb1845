import {
  type CaseConflict,
  type CaseSummary,
  type ConsoleData,
  maxCaseViews,
  type Phrase,
  phrase,
} from '@gatehouse/contract';
import {
  type ConsoleHandlers,
  ConsoleRefusal,
  type ConsoleUser,
  countedDays,
  refusedBy,
} from '../console-api/index.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import type { HitRulingResult, Screening } from '../screening/index.ts';
import type { Uploads } from '../uploads/index.ts';
import {
  type CaseTools,
  claimNextCase,
  decidePair,
  reviewerOf,
  ruleOnHit,
  ruleOnManyHits,
  type TransitionResult,
  takeBackDecision,
  transitionCase,
} from './case-commands.ts';
import { readCaseEntity, readCaseHitDetails } from './case-entity.ts';
import { exportCases } from './case-export.ts';
import { addNote, attachFile, readCustomerDocuments } from './case-files.ts';
import { listCases } from './case-list.ts';
import { type CaseSources, readCase } from './case-read.ts';
import { refuseTransition, transitionPhrase } from './case-refusals.ts';
import { readCaseRisk } from './case-risk.ts';
import { summarize } from './case-rows.ts';
import { countCases } from './case-statistics.ts';
import type { TransitionContext } from './case-transitions.ts';
import { listCaseViews, removeCaseView, saveCaseView } from './case-views.ts';
import { countDays, countGroupWork, medianDecisionTime } from './period-figures.ts';
import { listReviewers } from './reviewers.ts';
import { readCustomerInformation } from './submitted-information.ts';

type CaseHandlers = Pick<
  ConsoleHandlers,
  | 'cases.list'
  | 'cases.export'
  | 'cases.next'
  | 'cases.savedViews'
  | 'cases.saveView'
  | 'cases.removeView'
  | 'cases.read'
  | 'cases.entity'
  | 'cases.risk'
  | 'cases.hits'
  | 'cases.move'
  | 'cases.takeBack'
  | 'cases.pair'
  | 'cases.rule'
  | 'cases.ruleAll'
  | 'cases.note'
  | 'cases.attach'
  | 'cases.assignAll'
  | 'cases.reviewers'
  | 'cases.figures'
  | 'cases.daily'
  | 'cases.groups'
  | 'customers.documents'
  | 'customers.submittedInformation'
>;

/** What people read and do of cases, over the console's interface. */
export function caseConsoleHandlers(
  service: CaseTools &
    CaseSources & {
      readonly uploads: Uploads;
      readonly screening: Screening;
      readonly clock: Clock;
      /** The deployment's wire value of a cancelled execution; without it nothing can be cancelled. */
      readonly cancelledStatus: string | undefined;
    },
): CaseHandlers {
  const { database } = service;
  const situationOf = (user: ConsoleUser): TransitionContext => ({
    actor: reviewerOf(user),
    isCancelConfigured: service.cancelledStatus !== undefined,
  });
  return {
    'cases.list': async ({ scope, query, user }) => {
      const page = await listCases(database, scope, { ...query, reader: reviewerOf(user) });
      if (page === undefined) {
        throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
      }
      return page;
    },
    'cases.export': ({ scope, query, user }) =>
      exportCases(database, scope, { ...query, reader: reviewerOf(user) }),
    'cases.savedViews': async ({ scope, user }) => ({
      views: await listCaseViews(database, scope, user.email),
    }),
    'cases.saveView': async ({ scope, body, user }) => {
      const saved = await saveCaseView(database, scope, { ...body, email: user.email });
      if (saved !== undefined) return saved;
      throw new ConsoleRefusal('INVALID', phrase('refusals.tooManyCaseViews', { max: maxCaseViews }), {
        field: 'name',
      });
    },
    'cases.removeView': async ({ scope, params, user }) => {
      const { viewId } = params;
      const removed = isId(viewId) && (await removeCaseView(database, scope, { viewId, email: user.email }));
      if (!removed) throw new ConsoleRefusal('NOT_FOUND');
    },
    'cases.next': async ({ scope, user }) => {
      const row = await claimNextCase(service, scope, situationOf(user));
      return { case: row === undefined ? null : summarize(row) };
    },
    'cases.read': async ({ scope, params, user }) => {
      const found = await readCase(service, scope, { caseNo: params.caseNo, situation: situationOf(user) });
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'cases.risk': async ({ scope, params }) => {
      const found = await readCaseRisk(database, scope, params.caseNo);
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'cases.entity': async ({ scope, params }) => {
      const found = await readCaseEntity(service, scope, params);
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'cases.hits': async ({ scope, params }) => {
      const hits = await readCaseHitDetails(service, scope, params.caseNo);
      if (hits === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return { hits };
    },
    'cases.move': async ({ scope, params, body, user }) => {
      const request = { ...body, caseNo: params.caseNo, situation: situationOf(user) };
      return transitionAnswer(await transitionCase(service, scope, request));
    },
    'cases.takeBack': async ({ scope, params, body, user }) => {
      const request = { ...body, caseNo: params.caseNo, actor: reviewerOf(user) };
      return transitionAnswer(await takeBackDecision(service, scope, request));
    },
    'cases.note': ({ scope, params, body, user }) =>
      addNote(service, { scope, caseNo: params.caseNo, actor: reviewerOf(user) }, body.text),
    'cases.attach': ({ scope, params, query, body, user, requestId }) =>
      attachFile(
        service,
        { scope, caseNo: params.caseNo, actor: reviewerOf(user) },
        { filename: query.filename, bytes: body, requestId },
      ),
    'cases.assignAll': async ({ scope, body, user }) => {
      const results = [];
      // One after the other, each by itself: what cannot be assigned keeps nobody from the rest.
      for (const { caseNo, expectedRevision } of body.cases) {
        const request = { caseNo, expectedRevision, move: 'assign', assignee: body.assignee } as const;
        const result = await transitionCase(service, scope, { ...request, situation: situationOf(user) });
        results.push({ caseNo, assigned: result.kind === 'moved', ...refusedBy(refusalPhrase(result)) });
      }
      return { results };
    },
    'cases.reviewers': async ({ scope }) => ({
      reviewers: await database.transaction(scope, (tx) => listReviewers(tx, scope)),
    }),
    'cases.figures': ({ scope, query, user }) =>
      database.transaction(scope, (tx) => countCases(tx, scope, { ...query, reader: reviewerOf(user) })),
    'cases.daily': async ({ scope, query }) => {
      const counted = countedDays(query, service.clock.now());
      const days = await database.transaction(scope, (tx) => countDays(tx, scope, counted));
      return { period: counted.period, days: [...days] };
    },
    'cases.groups': async ({ scope, query }) => {
      const counted = countedDays(query, service.clock.now());
      const { groups, medianDecisionMs } = await database.transaction(scope, async (tx) => ({
        groups: await countGroupWork(tx, scope, counted),
        medianDecisionMs: await medianDecisionTime(tx, scope, counted),
      }));
      return { period: counted.period, groups: [...groups], medianDecisionMs };
    },
    'customers.documents': async ({ scope, params: { customerId } }) => {
      const keys = await service.personalKeys.ofDomain(scope);
      return {
        documents: await database.transaction(scope, (tx) =>
          readCustomerDocuments(tx, scope, { customerId, keys }),
        ),
      };
    },
    'customers.submittedInformation': async ({ scope, params: { customerId } }) => {
      const { reference } = service;
      const keys = await service.personalKeys.ofDomain(scope);
      const found = await database.transaction(scope, (tx) =>
        readCustomerInformation(tx, scope, { customerId, reference, keys }),
      );
      return found ?? { executionId: null, submittedInformation: null };
    },
    'cases.pair': async ({ scope, params, body, user }) => {
      const result = await decidePair(service, scope, { ...params, ...body, actor: reviewerOf(user) });
      switch (result.kind) {
        case 'decided':
          return { entityIds: [...result.entityIds], isSame: body.isSame, revision: result.revision };
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'noPair':
          throw new ConsoleRefusal('INVALID', phrase('refusals.hitNoPair'), {
            field: 'otherAlertId',
          });
        case 'refused':
          throw refuseTransition(result.refusal);
      }
    },
    'cases.rule': async ({ scope, params, body, user }) => {
      if (!isId(params.alertId)) throw new ConsoleRefusal('NOT_FOUND');
      const result = await ruleOnHit(service, scope, { ...params, ...body, actor: reviewerOf(user) });
      switch (result.kind) {
        case 'ruled':
          return {
            entityId: result.entityId,
            entityIds: [...result.entityIds],
            ruling: body.ruling,
            revision: result.revision,
          };
        case 'entriesChanged':
          throw new ConsoleRefusal(
            'INVALID',
            phrase('refusals.hitEntriesChanged', { entries: result.entityIds }),
            { field: 'entityIds' },
          );
        case 'trueMatch':
          throw new ConsoleRefusal('INVALID', trueMatchPhrase(result), { field: 'entityIds' });
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'refused':
          throw refuseTransition(result.refusal);
      }
    },
    'cases.ruleAll': async ({ scope, params, body, user }) => {
      if (!body.hits.every(({ alertId }) => isId(alertId))) throw new ConsoleRefusal('NOT_FOUND');
      const result = await ruleOnManyHits(service, scope, { ...params, ...body, actor: reviewerOf(user) });
      switch (result.kind) {
        case 'ruled':
          return {
            results: body.hits.map(({ alertId }, index) =>
              hitResult(alertId, result.hits[index]!, body.reason),
            ),
          };
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'refused':
          throw refuseTransition(result.refusal);
      }
    },
  };
}

type RuledHit = ConsoleData<'cases.ruleAll'>['results'][number];

/** What became of one hit of many. */
function hitResult(alertId: string, result: HitRulingResult, reason: string): RuledHit {
  const refused = (refusal: Phrase | readonly Phrase[], ruledBy: string | null = null) => ({
    alertId,
    ruled: false,
    ...refusedBy(refusal),
    ruledBy,
  });
  switch (result.kind) {
    case 'ruled':
      return { alertId, ruled: true, refusal: null, ruledBy: null };
    case 'ruledMeanwhile':
      return refused(phrase('refusals.hitRuledMeanwhile', { person: result.ruledBy }), result.ruledBy);
    case 'entriesChanged':
      return refused(phrase('refusals.hitEntriesNow', { entries: result.entityIds }));
    case 'trueMatch':
      return refused(trueMatchPhrase(result));
    case 'contradicted':
      return refused(transitionPhrase({ kind: 'contradictedReason', reason, because: result.because }));
    case 'notFound':
      return refused(phrase('refusals.hitUnknown'));
  }
}

function trueMatchPhrase({
  entityId,
  ruledBy,
}: {
  readonly entityId: string;
  readonly ruledBy: string;
}): Phrase {
  return phrase('refusals.hitTrueMatchInside', { entry: entityId, person: ruledBy });
}

/** The case as it is now, or the refusal. */
function transitionAnswer(result: TransitionResult): CaseSummary {
  switch (result.kind) {
    case 'moved':
      return summarize(result.row);
    case 'notFound':
      throw new ConsoleRefusal('NOT_FOUND');
    case 'refused':
      throw refuseTransition(result.refusal);
    case 'conflict': {
      const { current } = result;
      throw new ConsoleRefusal('REVISION_CONFLICT', conflictPhrase(current), { current });
    }
  }
}

function conflictPhrase({ status, assignee, changedBy }: CaseConflict): Phrase {
  if (changedBy === null) {
    return assignee === null
      ? phrase('refusals.caseChanged', { status })
      : phrase('refusals.caseChangedAndAssigned', { status, assignee });
  }
  const values = { person: changedBy, status };
  return assignee === null
    ? phrase('refusals.caseChangedBy', values)
    : phrase('refusals.caseChangedByAndAssigned', { ...values, assignee });
}

/** Why a case was not assigned; null where it was. */
function refusalPhrase(result: TransitionResult): Phrase | readonly Phrase[] | null {
  switch (result.kind) {
    case 'moved':
      return null;
    case 'notFound':
      return phrase('refusals.caseUnknown');
    case 'refused':
      return transitionPhrase(result.refusal);
    case 'conflict':
      return conflictPhrase(result.current);
  }
}
