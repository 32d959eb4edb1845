import type { Tx } from '../../database/database.ts';
import { firstIdAt } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import {
  applyRulings,
  hasEarlierExecutions,
  type ListEngineChoice,
  newestRulingsOfCustomers,
  type PastScreening,
  readPastScreenings,
} from '../../screening/index.ts';
import { monitoredEngines, type RunSearch, type ScreenedCustomer, type WatchedCustomer } from '../index.ts';
import { ComparedNodes } from './compared-nodes.ts';
import { PreviewFindings } from './preview-findings.ts';
import type { PreviewChange } from './preview-rows.ts';
import { type AttemptTools, basisOf, type Previewed } from './preview-tools.ts';
import { activeVariant, withoutActive } from './variant-results.ts';

/** How far back submits are taken, and how many of the newest. */
const replayedDays = 30;
const maxReplayed = 10_000;
const pageSize = 500;

/** How the tenant's own list is called among the lists. */
export const ownList = 'watchlist';

type ReplayChange = Extract<PreviewChange, { kind: 'REPLAY' }>;

interface Period {
  readonly since: Date;
  readonly until: Date;
  /** Executions before this one; null: all until now. */
  readonly before: string | null;
}

function periodOf({ from, before }: ReplayChange): Period {
  const until = before === undefined ? Date.now() : Math.min(before, Date.now());
  return {
    since: new Date(from ?? Math.max(0, until - replayedDays * 86_400_000)),
    until: new Date(until),
    before: before === undefined ? null : firstIdAt(new Date(before)),
  };
}

/** A submit of the past, by its execution. */
interface Submit {
  readonly customerId: string;
  readonly subjects: readonly {
    /** In rulings. */
    readonly key: string | null;
    /** The place of the screening node that screened it; undefined where the published workflow has no such node. */
    readonly place: number | undefined;
  }[];
}

/**
 * What the screenings of the last month would have raised with other settings, against the lists of now: alerts of each of the
 * settings, and which of those that the published workflow raises none of them would.
 */
export async function previewReplay(
  tools: AttemptTools,
  scope: Scope,
  change: ReplayChange,
): Promise<Previewed> {
  const { workflowId, variants, sources } = change;
  const { monitoring, onProgress, database, workflows } = tools;
  const published = workflows.newest(scope, workflowId);
  if (published === undefined) return 'WORKFLOW_UNKNOWN';
  const present = await monitoring.previews.present(scope);
  if (present === undefined) return 'LISTS_LOADING';
  const { workflow } = await workflows.compiled(scope, workflowId, published.version);
  const compared = [
    monitoredEngines(workflow.nodes),
    ...variants,
  ] as readonly (readonly ListEngineChoice[])[];
  const nodes = new ComparedNodes(compared);
  const isSearched = (source: string) => sources === undefined || sources.includes(source);
  const lists = present.active.lists.filter(({ source }) => isSearched(source));
  const searchesOwn = isSearched(ownList) && compared.flat().some((choice) => choice.WATCHLIST !== undefined);
  const search: RunSearch = {
    lists,
    watchlist: searchesOwn ? present.watchlist.entries : [],
    changed: null,
    engines: [],
    variants: nodes.searches,
    isBounded: true,
  };
  const findings = new PreviewFindings(compared.length);
  const volumes = compared.map(() => ({ submits: 0, alerts: 0 }));
  const submits = new Map<string, Submit>();
  const places = workflow.nodes.flatMap(({ id, type }) => (type === 'screening' ? [id] : []));
  const period = periodOf(change);
  const count: Count = { replayed: 0, last: undefined };
  const pages = submitsOf(tools, scope, { workflowId, submits, places, period, count });
  const extent = await monitoring.previews.screenOthers({ pages, search, onProgress }, (screened) =>
    database.transaction(scope, (tx) => evaluate(tx, scope, { screened, submits, nodes, findings, volumes })),
  );
  const { last } = count;
  const hasOlder =
    count.replayed >= maxReplayed &&
    last !== undefined &&
    (await database.transaction(scope, (tx) =>
      hasEarlierExecutions(tx, scope, { workflowId, since: period.since, before: last }),
    ));
  const [unchanged, ...others] = findings.variants();
  return {
    result: {
      basis: { ...basisOf(present), workflowId, workflowVersion: published.version },
      entriesChanged: null,
      entriesRemoved: null,
      ...extent,
      ...others[0]!,
      variants: others.map((figures, index) => ({ ...figures, volume: volumes[index + 1]! })),
      unchanged: unchanged!.appearing,
      activeVolume: volumes[activeVariant]!,
      covered: {
        from: period.since.getTime(),
        before: period.until.getTime(),
        replayed: count.replayed,
        hasOlder,
        sources: [...lists.map(({ source }) => source), ...(searchesOwn ? [ownList] : [])],
      },
      isCut: findings.isCut,
    },
    customers: withoutActive(findings.customers()),
  };
}

/** Of the submits that were taken: how many, and the oldest. */
interface Count {
  replayed: number;
  last: string | undefined;
}

/** The newest submits, page by page; whose they are goes into `submits`. */
async function* submitsOf(
  { database, personalKeys }: AttemptTools,
  scope: Scope,
  of: {
    readonly workflowId: string;
    readonly submits: Map<string, Submit>;
    /** The screening nodes of the published workflow. */
    readonly places: readonly string[];
    readonly period: Period;
    readonly count: Count;
  },
): AsyncGenerator<readonly WatchedCustomer[]> {
  const { since } = of.period;
  let { before } = of.period;
  const keys = await personalKeys.ofDomain(scope);
  for (let read = 0; read < maxReplayed; read += pageSize) {
    const page = { workflowId: of.workflowId, since, before, executions: pageSize, keys };
    const found: Awaited<ReturnType<typeof readPastScreenings>> = await database.transaction(scope, (tx) =>
      readPastScreenings(tx, scope, page),
    );
    of.count.replayed += found.executions;
    const byExecution = Map.groupBy(found.screenings, ({ executionId }) => executionId);
    yield Array.from(byExecution, ([executionId, screenings]) => {
      const subjects = screenings.flatMap((one: PastScreening) => {
        const at = of.places.indexOf(one.nodeId);
        return one.subjects.map((subject) => ({ ...subject, place: at === -1 ? undefined : at }));
      });
      of.submits.set(executionId, {
        customerId: screenings[0]!.customerId,
        subjects: subjects.map(({ key, place }) => ({ key, place })),
      });
      const numbered = subjects.map(({ subject }, index) => ({ key: String(index), subject }));
      return { customerId: executionId, subject: null, stated: null, subjects: numbered };
    });
    if (found.last === null) return;
    before = found.last;
    of.count.last = found.last;
  }
}

/** What each of the settings raises for these submits: the settings that are active, and all others against them. */
async function evaluate(
  tx: Tx,
  scope: Scope,
  of: {
    readonly screened: readonly ScreenedCustomer[];
    readonly submits: ReadonlyMap<string, Submit>;
    readonly nodes: ComparedNodes;
    readonly findings: PreviewFindings;
    readonly volumes: readonly { submits: number; alerts: number }[];
  },
): Promise<void> {
  const { findings, volumes } = of;
  const found = of.screened.map(({ customerId: executionId, subjects }) => {
    const submit = of.submits.get(executionId)!;
    return { submit, subjects: subjects.filter(({ hits }) => hits.length > 0) };
  });
  const keys = found.flatMap(({ submit }) => submit.subjects.flatMap(({ key }) => key ?? []));
  const rulings = await newestRulingsOfCustomers(tx, scope, {
    customerIds: [...new Set(found.map(({ submit }) => submit.customerId))],
    subjectKeys: [...new Set(keys)],
    entityIds: found.flatMap(({ subjects }) =>
      subjects.flatMap(({ hits }) => hits.map(({ entityId }) => entityId)),
    ),
  });
  for (const { submit, subjects } of found) {
    const alerts = subjects.flatMap(({ key: number, hits, subjectFacts }) => {
      const { key = null, place } = submit.subjects[Number(number)] ?? {};
      const ofSubject = rulings.get(submit.customerId)?.get(key ?? '') ?? new Map();
      const effects = applyRulings(
        hits.map(({ entityId, entityFacts }) => ({ entityId, facts: entityFacts })),
        ofSubject,
        subjectFacts!,
      );
      // Several engines, and several nodes, find the same.
      const byEntity = Map.groupBy(
        hits.flatMap((hit, index) => (effects[index]!.silenced ? [] : [{ hit, effect: effects[index]! }])),
        ({ hit }) => hit.entityId,
      );
      return Array.from(byEntity.values(), (same) => {
        const { hit, effect } = same[0]!;
        const { entityId, name, category } = hit;
        const variants = new Set(same.flatMap((one) => of.nodes.variantsOf(one.hit.variants ?? [], place)));
        const alert = { subjectKey: key ?? number, entityId, name, category };
        return { variants, alert, ruling: effect.ruling ?? null };
      });
    });
    for (const [variant, volume] of volumes.entries()) {
      const raised = alerts.filter(({ variants }) => variants.has(variant));
      volume.alerts += raised.length;
      if (raised.length > 0) volume.submits += 1;
      const isNew = raised.filter(({ variants }) => !variants.has(activeVariant));
      const lost = alerts.filter(({ variants }) => variants.has(activeVariant) && !variants.has(variant));
      findings.add(
        submit.customerId,
        isNew.map(({ alert }) => alert),
        variant,
      );
      findings.vanish(
        submit.customerId,
        lost.map(({ alert, ruling }) => ({ ...alert, ruling })),
        variant,
      );
    }
  }
}
