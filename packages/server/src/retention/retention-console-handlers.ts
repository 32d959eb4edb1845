import { phrase, type RetentionKind, type RetentionRunView, retentionKinds } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { readCustomerRetention } from './customer-retention.ts';
import { allDomains, type RetentionDefaults, readPeriods } from './periods.ts';
import { previewRetention } from './preview.ts';
import {
  approveChange,
  placeOfChange,
  readChanges,
  refuseChange,
  requestChange,
  requireConfirmation,
} from './retention-changes.ts';
import { changeRun, lockRun, type RetentionRun, readNextRun, readRuns } from './run-queries.ts';

type RetentionHandlers = Pick<
  ConsoleHandlers,
  | 'retention.read'
  | 'retention.preview'
  | 'retention.customer'
  | 'retention.change'
  | 'retention.approve'
  | 'retention.refuse'
  | 'retention.confirmRun'
  | 'retention.cancelRun'
>;

const shown = 60;

/** How long data is kept: one person asks for a shorter period and another approves it. */
export function retentionConsoleHandlers(service: {
  readonly database: Database;
  readonly clock: Clock;
  readonly retention: { readonly defaults: RetentionDefaults };
  readonly domainsOf: (tenantId: string) => ReadonlySet<string>;
}): RetentionHandlers {
  const {
    database,
    clock,
    retention: { defaults },
  } = service;
  const placeOf = (scope: Scope, appliesTo: 'domain' | 'tenant'): Scope =>
    appliesTo === 'tenant' ? { ...scope, domain: allDomains } : scope;
  /** In a transaction of the place that a change is in: its audit record belongs there. */
  const inPlace = async <T>(
    scope: Scope,
    changeId: string,
    work: (tx: Tx, place: Scope) => Promise<T>,
  ): Promise<T> => {
    const place = await database.transaction(scope, (tx) => placeOfChange(tx, scope, changeId));
    return database.transaction(place, (tx) => work(tx, place));
  };
  return {
    'retention.read': ({ scope }) =>
      database.transaction(scope, async (tx) => {
        const runs = (await readRuns(tx, scope, shown)).map(viewOf);
        const ofDomain = runs.filter(({ appliesTo }) => appliesTo === 'domain');
        const isOpen = ofDomain.some(({ finishedAt, state }) => finishedAt === null && state !== 'CANCELLED');
        return {
          periods: await readPeriods(tx, scope, defaults),
          changes: await readChanges(tx, scope, shown),
          nextRunAt: isOpen ? null : (await readNextRun(tx, scope, clock.now())).getTime(),
          runs,
        };
      }),
    'retention.preview': ({ scope, query }) => {
      const { kind, appliesTo, period, basis } = query;
      const rule = { period, basis: basis ?? null };
      return previewOf(service, placeOf(scope, appliesTo), { kind, rule, now: clock.now() });
    },
    'retention.customer': ({ scope, params: { customerId } }) =>
      database.transaction(scope, async (tx) => {
        const kept = await readCustomerRetention(tx, scope, { customerId, defaults, now: clock.now() });
        if (kept === undefined) throw new ConsoleRefusal('NOT_FOUND');
        return kept;
      }),
    'retention.change': ({ scope, body, user }) => {
      const place = placeOf(scope, body.appliesTo);
      return database.transaction(place, async (tx) => ({
        change: await requestChange(tx, place, defaults, { ...body, user }),
      }));
    },
    'retention.approve': ({ scope, params: { changeId }, body: { confirmation }, user }) =>
      inPlace(scope, changeId, async (tx, place) => ({
        change: await approveChange(tx, place, { changeId, confirmation, user }),
      })),
    'retention.refuse': ({ scope, params: { changeId }, body: { reason }, user }) =>
      inPlace(scope, changeId, async (tx, place) => ({
        change: await refuseChange(tx, place, { changeId, reason, user }),
      })),
    ...runHandlers(service),
  };
}

/** What people say of a run that waits for them. */
function runHandlers({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Pick<RetentionHandlers, 'retention.confirmRun' | 'retention.cancelRun'> {
  const changeWaiting = (
    scope: Scope,
    runId: string,
    work: (tx: Tx, place: Scope, run: RetentionRun) => Promise<void>,
  ) =>
    inRun(database, scope, runId, async (tx, place, run) => {
      await work(tx, place, run);
      return { run: viewOf((await lockRun(tx, place, runId))!) };
    });
  return {
    'retention.confirmRun': ({ scope, params: { runId }, body, user }) =>
      changeWaiting(scope, runId, async (tx, place, run) => {
        if (run.state !== 'WAITING') {
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.retentionRunNotWaiting'));
        }
        requireConfirmation(place, body.confirmation);
        if (run.asOf.getTime() > clock.now().getTime()) {
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.retentionRunFuture'));
        }
        await changeRun(tx, place, runId, {
          state: 'RUNNING',
          kept: {},
          answeredBy: user.email,
          answeredAt: clock.now(),
        });
        await recordRun(tx, place, { act: 'retention_run.confirm', run, user });
      }),
    'retention.cancelRun': ({ scope, params: { runId }, user }) =>
      changeWaiting(scope, runId, async (tx, place, run) => {
        if (run.state === 'DONE' || run.state === 'CANCELLED') {
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.retentionRunEnded'));
        }
        const at = clock.now();
        await changeRun(tx, place, runId, {
          state: 'CANCELLED',
          answeredBy: user.email,
          answeredAt: at,
          finishedAt: at,
        });
        await recordRun(tx, place, { act: 'retention_run.cancel', run, user });
      }),
  };
}

function previewOf(
  {
    database,
    domainsOf,
  }: { readonly database: Database; readonly domainsOf: (tenantId: string) => ReadonlySet<string> },
  place: Scope,
  of: Parameters<typeof previewRetention>[2],
) {
  if (place.domain !== allDomains) return previewRetention(database, [place], of);
  return database
    .transaction(place, async (tx) => {
      const own = await tx.sql<{ domain: string }>(
        'select domain from retention_period where tenant_id = $1 and kind = $2',
        [place.tenantId, of.kind],
      );
      return own.map(({ domain }) => domain);
    })
    .then((own) => {
      const domains = [...domainsOf(place.tenantId)].filter((domain) => !own.includes(domain));
      const all = of.kind === 'auditDetails' ? [...domains, allDomains] : domains;
      return previewRetention(
        database,
        all.map((domain) => ({ ...place, domain })),
        of,
      );
    });
}

/** A run of the domain, or of what belongs to no domain. */
async function inRun<T>(
  database: Database,
  scope: Scope,
  runId: string,
  work: (tx: Tx, place: Scope, run: RetentionRun) => Promise<T>,
): Promise<T> {
  for (const place of isId(runId) ? [scope, { ...scope, domain: allDomains }] : []) {
    const found = await database.transaction(place, async (tx) => {
      const run = await lockRun(tx, place, runId);
      return run === undefined ? undefined : { answer: await work(tx, place, run) };
    });
    if (found !== undefined) return found.answer;
  }
  throw new ConsoleRefusal('NOT_FOUND');
}

function viewOf(run: RetentionRun): RetentionRunView {
  const { runId, domain, state, waitsFor, answeredBy, failure } = run;
  const ran = (kind: RetentionKind) =>
    run.periods[kind] !== undefined &&
    (run.periods[kind].period !== null || run.removed[kind] !== undefined || (run.due[kind] ?? 0) > 0);
  return {
    runId,
    appliesTo: domain === allDomains ? 'tenant' : 'domain',
    state,
    asOf: run.asOf.getTime(),
    kinds: retentionKinds.filter(ran).map((kind) => ({
      kind,
      rule: run.periods[kind]!,
      due: run.due[kind] ?? 0,
      kept: run.kept[kind] ?? {},
      removed: run.removed[kind]?.count ?? 0,
      rows: run.removed[kind]?.rows ?? {},
    })),
    waitsFor,
    answeredBy,
    answeredAt: run.answeredAt?.getTime() ?? null,
    failure,
    startedAt: run.startedAt.getTime(),
    finishedAt: run.finishedAt?.getTime() ?? null,
  };
}

function recordRun(
  tx: Tx,
  place: Scope,
  of: {
    readonly act: 'retention_run.confirm' | 'retention_run.cancel';
    readonly run: RetentionRun;
    readonly user: ConsoleUser;
  },
): Promise<void> {
  const { act, run, user } = of;
  return recordAudit(tx, place, {
    actor: { kind: 'user', id: user.email },
    act,
    object: { kind: 'retentionRun', id: run.runId },
    detail: { due: run.due, waitsFor: run.waitsFor },
  });
}
