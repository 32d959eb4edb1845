import { setTimeout as sleep } from 'node:timers/promises';
import type { ListActivationView, ListVersionView } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import { type Actor, deploymentLevel, recordAudits } from '../../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import type { Logger } from '../../lib/logger.ts';
import { bundledSample, type ListRegistry, type ListSnapshot } from '../index-files/index.ts';
import type { UpdateOutcome } from './activate-version.ts';
import { choiceOf } from './choose-version.ts';
import { describeOutcome } from './describe-outcome.ts';
import { type ListActivation, readLastActivations, readListChanges } from './list-activations.ts';
import type { ListUpdates } from './list-updates.ts';
import { readVersions, type VersionRow } from './source-queries.ts';

type ListHandlers = Pick<ConsoleHandlers, 'lists.list' | 'lists.changes' | 'lists.update' | 'lists.choose'>;

/** Of one list, as many as people look back on. */
const activationsShown = 20;
const versionsShown = 20;
const changesOnPage = 200;
/** What takes longer, such as the fetch of a large list, continues behind the answer: proxies cut a call that is silent. */
const longestWaitMs = 15_000;

interface ListServices {
  readonly database: Database;
  readonly updates: Pick<ListUpdates, 'sourceStatuses' | 'update' | 'accept' | 'rollback'>;
  readonly lists: Pick<ListRegistry, 'current'>;
  readonly logger: Logger;
}

/**
 * The state of the lists, for whoever decides by them, and what the deployment's operator does with them: what the
 * command `lists` does. Lists serve all tenants, so a tenant's own people change nothing and read no addresses.
 */
export function listConsoleHandlers({
  database,
  updates,
  lists: registry,
  logger,
}: ListServices): ListHandlers {
  /** Returns the result if it is there within that time. */
  const inTime = async (work: Promise<readonly UpdateOutcome[]>) => {
    let isLate = false;
    const stated = work.catch((err: unknown) => {
      if (!isLate) throw err;
      logger.error({ err }, 'a list action of an operator failed');
      return undefined;
    });
    const waited = new AbortController();
    const outcomes = await Promise.race([
      stated,
      sleep(longestWaitMs, undefined, { signal: waited.signal }).catch(() => undefined),
    ]).finally(() => waited.abort());
    isLate = true;
    return { outcomes: (outcomes ?? []).map(outcomeView), isUnderWay: outcomes === undefined };
  };
  return {
    'lists.list': async ({ user }) => {
      const { versions, activations } = await database.operator(async (tx) => ({
        versions: await readVersions(tx),
        activations: await readLastActivations(tx, activationsShown),
      }));
      const isOperator = isOperatorOf(user);
      const lists = updates.sourceStatuses().map((state) => {
        const { source, feed, activeVersion, activatedAt, checkedAt, nextCheckAt } = state;
        const { failures, lastFailure, isStale, refused, claimedBy, nodes } = state;
        const searched = Object.values(nodes);
        return {
          source,
          feed,
          activeVersion,
          activatedAt: instantOf(activatedAt),
          checkedAt: instantOf(checkedAt),
          nextCheckAt: instantOf(nextCheckAt),
          failures,
          lastFailure: lastFailure && {
            at: Date.parse(lastFailure.at),
            message: isOperator ? lastFailure.message : null,
          },
          isStale,
          isHeld: refused !== null,
          isWorkedOn: claimedBy !== null,
          nodes: searched.length,
          nodesBehind: searched.filter((version) => version !== activeVersion).length,
          versions: versions
            .filter((row) => row.source === source)
            .slice(0, versionsShown)
            .map((row) => versionView(row, isOperator)),
          activations: activations
            .filter((row) => row.source === source)
            .map((row) => activationView(row, isOperator)),
        };
      });
      return { lists, sample: sampleIn(registry.current()) };
    },
    'lists.changes': async ({ query: { sequence, after } }) => {
      const found = await database.operator((tx) =>
        readListChanges(tx, sequence, { after, limit: changesOnPage + 1 }),
      );
      const changes = found.slice(0, changesOnPage);
      return { changes, nextAfter: found.length > changes.length ? changes.at(-1)!.entryId : null };
    },
    'lists.update': async ({ user, body: { sources } }) => {
      const known = updates.sourceStatuses().map(({ source }) => source);
      const wanted = sources.length > 0 ? sources : known;
      refuseUnknown(wanted, known);
      // What it brings has records of its own; that somebody asked has this one.
      await database.operator((tx) =>
        recordAudits(
          tx,
          deploymentLevel,
          wanted.map((id) => ({ actor: actorOf(user), act: 'list.update', object: { kind: 'list', id } })),
        ),
      );
      return inTime(wanted.length === 0 ? Promise.resolve([]) : updates.update(wanted, actorOf(user)));
    },
    'lists.choose': ({ user, body: { source, version, reason } }) => {
      refuseUnknown(
        [source],
        updates.sourceStatuses().map((state) => state.source),
      );
      return inTime(updates[reason](source, version, actorOf(user)).then((outcome) => [outcome]));
    },
  };
}

/** The bundled sample, where it is searched. */
function sampleIn(snapshot: ListSnapshot | undefined) {
  const sample = snapshot?.lists.find(({ source }) => source === bundledSample.source.id);
  return sample === undefined ? null : { version: sample.version, entries: sample.entries };
}

function isOperatorOf({ permissions }: ConsoleUser): boolean {
  return permissions.includes('lists.manage');
}

function actorOf({ email }: ConsoleUser): Actor {
  return { kind: 'operator', id: email };
}

function refuseUnknown(sources: readonly string[], known: readonly string[]): void {
  const unknown = sources.find((source) => !known.includes(source));
  if (unknown !== undefined)
    throw new ConsoleRefusal('NOT_FOUND', phrase('refusals.sourceUnknown', { source: unknown }));
}

function outcomeView(outcome: UpdateOutcome) {
  return { source: outcome.source, kind: outcome.kind, message: describeOutcome(outcome) };
}

function versionView(row: VersionRow, isOperator: boolean): ListVersionView {
  const { version, state, publishedAt, entries, rejected, refusal } = row;
  return {
    version,
    state,
    foundAt: row.foundAt.getTime(),
    activatedAt: row.activatedAt?.getTime() ?? null,
    publishedAt,
    entries,
    rejected,
    refusal: refusal && { reason: refusal.reason, message: isOperator ? refusal.message : null },
    may: isOperator ? choiceOf(row) : null,
  };
}

function activationView(
  row: ListActivation & { readonly actor: string },
  isOperator: boolean,
): ListActivationView {
  const { sequence, version, previousVersion, activatedAt, reason, actor, entries, counts, itemized } = row;
  return {
    sequence,
    version,
    previousVersion,
    activatedAt: activatedAt.getTime(),
    reason,
    actor: isOperator ? actor : null,
    entries,
    counts: { ...counts },
    itemized,
  };
}

function instantOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
