import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console/index.ts';
import { isId } from '../lib/ids.ts';
import { type CaseTools, moveCase, reviewerOf, ruleOnHit, takeNextCase } from './case-acts.ts';
import { listCases } from './case-list.ts';
import type { MoveSituation } from './case-moves.ts';
import { readCase } from './case-read.ts';
import { refuseMove } from './case-refusals.ts';
import { summarize } from './case-rows.ts';

type CaseHandlers = Pick<
  ConsoleHandlers,
  'cases.list' | 'cases.next' | 'cases.read' | 'cases.move' | 'cases.rule'
>;

/** What people read and do of cases, over the console's interface. */
export function caseConsole(
  service: CaseTools & {
    /** The deployment's wire value of a cancelled execution; without it nothing can be cancelled. */
    readonly cancelledStatus: string | undefined;
  },
): CaseHandlers {
  const { database } = service;
  const situationOf = (user: ConsoleUser): MoveSituation => ({
    actor: reviewerOf(user),
    cancelSettled: service.cancelledStatus !== undefined,
  });
  return {
    'cases.list': async ({ scope, query, user }) => {
      const page = await listCases(database, scope, { ...query, reader: reviewerOf(user) });
      if (page === undefined) {
        throw new ConsoleRefusal('INVALID', 'is not a cursor of this list', { field: 'cursor' });
      }
      return page;
    },
    'cases.next': async ({ scope, user }) => {
      const row = await takeNextCase(service, scope, situationOf(user));
      return { case: row === undefined ? null : summarize(row) };
    },
    'cases.read': async ({ scope, params, user }) => {
      const found = await readCase(database, scope, { caseNo: params.caseNo, situation: situationOf(user) });
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'cases.move': async ({ scope, params, body, user }) => {
      const ask = { ...body, caseNo: params.caseNo, situation: situationOf(user) };
      const result = await moveCase(service, scope, ask);
      switch (result.kind) {
        case 'moved':
          return summarize(result.row);
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'refused':
          throw refuseMove(result.refusal);
        case 'conflict': {
          const { current } = result;
          const holder = current.assignee === null ? '' : `, ${current.assignee} has it`;
          const words = `the case was changed meanwhile: it is ${current.status}${holder}`;
          throw new ConsoleRefusal('REVISION_CONFLICT', words, { current });
        }
      }
    },
    'cases.rule': async ({ scope, params, body, user }) => {
      if (!isId(params.alertId)) throw new ConsoleRefusal('NOT_FOUND');
      const result = await ruleOnHit(service, scope, { ...params, ...body, actor: reviewerOf(user) });
      switch (result.kind) {
        case 'ruled':
          return { entityId: result.entityId, ruling: body.ruling, revision: result.revision };
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'refused':
          throw refuseMove(result.refusal);
      }
    },
  };
}
