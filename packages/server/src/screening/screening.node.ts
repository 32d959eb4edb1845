import { type EngineChoice, type ListEngine, selfRole } from '@gatehouse/contract';
import type { EntityJoin, Hit, Subject } from '@gatehouse/matching';
import type { Database } from '../database/database.ts';
import {
  type BatchWriter,
  monitoredSubjects,
  monitoredWallets,
  type NodeContext,
  type NodeHandler,
  type NodeResult,
  type SubjectParty,
  subjectsOf,
  type Write,
  write,
} from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { findInvalidIdentifiers } from '../reference/national-numbers/index.ts';
import { insertAlerts } from './alert-queries.ts';
import { type DescribedSubjects, screenedPartyWrites } from './declared-parties.ts';
import { exceededHitLimits } from './hit-limits.ts';
import { wireHit } from './hit-view.ts';
import { listedEntity } from './listed-entity.ts';
import { readSubject } from './read-subject.ts';
import { entityFacts, subjectFacts } from './ruling-facts.ts';
import { newestRulings } from './ruling-queries.ts';
import { applyRulings, type Ruling, type RulingEffect, type RulingFacts } from './rulings.ts';
import { screenedParties } from './screened-parties.ts';
import type { Screening, ScreeningResponse } from './screening.ts';
import { subjectKeys } from './subject-key.ts';
import { meterScreening } from './usage-queries.ts';

interface Found {
  readonly subjectIndex: number;
  readonly subjectKey: string;
  readonly party: SubjectParty;
  readonly engine: ListEngine;
  readonly hit: Hit;
  readonly effect: RulingEffect;
}

/** What whoever follows the lists wants to know of each screening, written with its result. */
/** Members of the node's input that many executions have alike. */
export const screeningCommonInput = ['engines', 'settings', 'engineVersion', 'lists'] as const;

export interface ScreeningWatch {
  /** The last activation of a list that this server node's lists hold. */
  sequence(): number;
  /** Whether screenings of the scope are watched at all. */
  watches(scope: Scope): boolean;
  readonly note: BatchWriter<{
    readonly customerId: string;
    readonly sequence: number;
    readonly watchlistRevision: number;
  }>;
}

/**
 * Screens the execution's subjects and stores an alert for every hit, also for one that a ruling suppresses (interface
 * specification 2.4).
 */
export function screeningNode(service: {
  database: Database;
  screening: Screening;
  watch?: ScreeningWatch | undefined;
}): NodeHandler<'screening'> {
  return async (context, node) => {
    const { execution } = context;
    const subjects = await readSubjects(context, node);
    if (!subjects.ok) return { kind: 'failed', reason: subjects.reason };
    // Read before: lists that are swapped meanwhile are newer than it says, never older.
    const watched = watchOf(service.watch, context);
    const answer = await service.screening.screen({
      scope: execution.scope,
      watchlistRevision: execution.watchlistRevision,
      subjects: subjects.subjects,
      engines: node.engines,
      withDetails: true,
    });
    const keys = subjectKeys(subjects.subjects, subjects.parties, {
      executionId: execution.executionId,
      sequence: context.sequence,
    });
    const rulings = await readRulings(service.database, context, { answer, keys });
    const invalid = await Promise.all(subjects.subjects.map(findInvalidIdentifiers));
    const screened = { ...subjects, keys, settings: node.engines, answer, rulings, invalid: invalid.flat() };
    const found = finding(context, screened);
    const followed = screenedPartyWrites(context, node, subjects);
    return found.kind === 'done'
      ? { ...found, writes: [...(found.writes ?? []), ...followed, ...watched] }
      : found;
  };
}

function watchOf(watch: ScreeningWatch | undefined, { execution }: NodeContext): Write[] {
  if (watch === undefined || !watch.watches(execution.scope)) return [];
  const { customer, watchlistRevision } = execution;
  return [
    write(
      watch.note,
      { customerId: customer.customerId, sequence: watch.sequence(), watchlistRevision },
      'screenings',
    ),
  ];
}

type Subjects = ({ ok: true } & DescribedSubjects) | { ok: false; reason: string };

/** The subjects as the node's expressions, or the interface's own fields, describe them. */
async function readSubjects(
  context: NodeContext,
  node: Parameters<NodeHandler<'screening'>>[1],
): Promise<Subjects> {
  const { execution, now } = context;
  const { customerId, idType, idNumber } = execution.customer;
  const own = !node.subject && !node.subjects && !node.subjectsFrom;
  const isMonitoring = execution.eventType === 'PERIODIC_FLOW_EVENT';
  const data = context.values['data'];
  const evaluated =
    own && isMonitoring
      ? monitoredSubjects(node.id, data)
      : await subjectsOf(node, context, isMonitoring ? monitoredWallets(data) : []);
  if (evaluated.kind === 'fault') return { ok: false, reason: evaluated.reason };
  const { subjects: fields, parties } = evaluated;
  const subjects: Subject[] = [];
  for (const [index, described] of fields.entries()) {
    // The document of the first submission counts, whatever later events say (interface specification 2.4).
    const document = own && parties[index]!.role === selfRole ? { idType, idNumber } : {};
    const subject = readSubject({ ...described, ...document }, { customerId, now });
    if (!subject.ok) return subject;
    subjects.push(subject.subject);
  }
  return { ok: true, fields, subjects, parties };
}

/** Rulings of each subject, by its key and then by entity. */
type RulingsBySubject = ReadonlyMap<string, ReadonlyMap<string, Ruling>>;

/** Most names match nothing: only hits need the customer's rulings. */
async function readRulings(
  database: Database,
  context: NodeContext,
  { answer, keys }: { readonly answer: ScreeningResponse; readonly keys: readonly string[] },
): Promise<RulingsBySubject> {
  const entityIds = answer.results.flatMap((engines) =>
    Object.values(engines).flatMap((result) => result.hits.map((hit) => hit.entityId)),
  );
  if (entityIds.length === 0) return new Map();
  const { scope, customer } = context.execution;
  return database.transaction(scope, (tx) =>
    newestRulings(tx, scope, { customerId: customer.customerId, subjectKeys: keys, entityIds }),
  );
}

function finding(
  context: NodeContext,
  screened: {
    subjects: readonly Subject[];
    parties: readonly SubjectParty[];
    keys: readonly string[];
    settings: EngineChoice;
    answer: ScreeningResponse;
    rulings: RulingsBySubject;
    invalid: readonly string[];
  },
): NodeResult {
  const { answer, subjects } = screened;
  const found = answer.results.flatMap((engines, subjectIndex) => {
    const facts = subjectFacts(subjects[subjectIndex] as Subject);
    const subjectKey = screened.keys[subjectIndex]!;
    const party = screened.parties[subjectIndex]!;
    const rulings = screened.rulings.get(subjectKey) ?? new Map<string, Ruling>();
    return Object.entries(engines).flatMap(([engine, { hits }]) =>
      applyRulingsTo(hits, facts, rulings).map(
        (evaluated): Found => ({
          subjectIndex,
          subjectKey,
          party,
          engine: engine as ListEngine,
          ...evaluated,
        }),
      ),
    );
  });
  const raised = found.filter(({ effect }) => !effect.silenced).map(({ hit }) => hit);
  return {
    kind: 'done',
    input: {
      subjects,
      engines: Object.keys(answer.results[0] ?? {}),
      settings: screened.settings,
      engineVersion: answer.engineVersion,
      lists: answer.listVersions,
    },
    commonInput: screeningCommonInput,
    output: {
      hits: raised.length,
      silencedHits: found.length - raised.length,
      topScore: Math.max(0, ...raised.map((hit) => hit.score)),
      entityIds: [...new Set(raised.map((hit) => hit.entityId))],
      sources: [...new Set(raised.map((hit) => hit.source))],
      categories: [...new Set(raised.map((hit) => hit.entry.category))],
      invalidIdentifiers: screened.invalid,
      exceededHitLimits: exceededHitLimits({ ...screened, results: answer.results }),
      screened: screenedParties(screened.parties, answer, found),
    },
    writes: [...found.map((one) => alert(context, one, answer)), ...meter(answer)],
  };
}

function applyRulingsTo(hits: readonly Hit[], subject: RulingFacts, rulings: ReadonlyMap<string, Ruling>) {
  const evaluated = hits.map((hit) => ({ entityId: hit.entityId, facts: entityFacts(hit.entry) }));
  return applyRulings(evaluated, rulings, subject).map((effect, index) => ({
    hit: hits[index] as Hit,
    effect: effect,
  }));
}

function alert(context: NodeContext, found: Found, { details, joins }: ScreeningResponse): Write {
  const { subjectIndex, subjectKey, party, engine, hit, effect } = found;
  const { executionId, customer } = context.execution;
  return write(
    insertAlerts,
    {
      executionId,
      sequence: context.sequence,
      customerId: customer.customerId,
      engine,
      entityId: hit.entityId,
      source: hit.source,
      subjectIndex,
      subjectKey,
      party: { role: party.role, percent: party.percent },
      score: hit.score,
      hit: wireHit(engine, hit),
      entityFacts: entityFacts(hit.entry),
      entity: listedEntity(hit, details.get(hit.entityId)),
      joins: joinsOf(hit.entityId, joins[subjectIndex] ?? []),
      silenced: effect.silenced,
      reopened: effect.reopened ?? null,
    },
    'alerts',
  );
}

function joinsOf(entityId: string, joins: readonly EntityJoin[]): readonly EntityJoin[] | null {
  const own = joins.filter(({ entityIds }) => entityIds.includes(entityId));
  return own.length === 0 ? null : own;
}

/** Screenings inside workflows are metered per engine, without a limit (docs/interface.md 6). */
function meter(answer: ScreeningResponse): Write[] {
  const engines = Object.keys(answer.results[0] ?? {});
  return engines.map((engine) => write(meterScreening, { engine, units: answer.results.length }, 'usage'));
}
