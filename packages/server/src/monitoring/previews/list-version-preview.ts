import type { Scope } from '../../lib/scope.ts';
import type { OpenedCandidate } from '../../lists/index-files/index.ts';
import {
  type ChangeTimes,
  evaluateCustomers,
  type PresentScreening,
  type RunSearch,
  type ScreenedCustomer,
  type ScreenedExtent,
} from '../index.ts';
import { alertKey, PreviewFindings, readLostAlerts } from './preview-findings.ts';
import type { PreviewChange } from './preview-rows.ts';
import { type AttemptTools, basisOf, type Previewed } from './preview-tools.ts';

type Difference = NonNullable<OpenedCandidate['difference']>;

/** One activation that has not happened. */
interface PreviewedActivation {
  readonly source: string;
  readonly present: PresentScreening;
  readonly opened: OpenedCandidate;
  readonly difference: Difference;
}

/** Whom the run of monitoring would alert that follows the activation of a list version, and whose alerts would vanish. */
export async function previewListVersion(
  tools: AttemptTools,
  scope: Scope,
  { source, version }: Extract<PreviewChange, { kind: 'LIST_VERSION' }>,
): Promise<Previewed> {
  const previewed = await tools.updates.preview(source, version);
  if (!previewed.ok) {
    tools.logger.warn(
      { ...scope, source, version, reason: previewed.reason },
      'a list version has no preview',
    );
    return `VERSION_${previewed.kind}`;
  }
  const { opened } = previewed;
  const present = await tools.monitoring.previews.present(scope);
  if (present === undefined) return 'LISTS_LOADING';
  if (present.workflow === null) return 'NOT_MONITORED';
  if (present.followed === null) return 'NOT_STARTED';
  const { difference } = opened;
  if (difference === undefined || difference.from !== present.active.versions[source]) {
    return 'LIST_CHANGED';
  }
  const { findings, extent } = await screenBoth(tools, scope, { source, present, opened, difference });
  const isItemized = difference.items !== undefined;
  return {
    result: {
      basis: basisOf(present),
      entriesChanged: isItemized ? difference.counts.new + difference.counts.material : null,
      entriesRemoved: isItemized ? difference.counts.gone : null,
      ...extent,
      ...findings.variants()[0]!,
      isCut: findings.isCut,
    },
    customers: findings.customers(),
  };
}

/** Screens against the new version as the run will, and against the active one for what is lost. */
async function screenBoth(
  { database, monitoring, onProgress }: AttemptTools,
  scope: Scope,
  activation: PreviewedActivation,
): Promise<{ readonly findings: PreviewFindings; readonly extent: ScreenedExtent }> {
  const { source, present, opened } = activation;
  const { lists } = present.active;
  const findings = new PreviewFindings();
  /** Every hit on the new version, whether it is news or not. */
  const found = new Set<string>();
  const run = runAfter(activation);
  const after = lists.map((list) => (list.source === source ? opened.index : list));
  const now = searchOf(activation, after, ['new', 'material']);
  const extent = await monitoring.previews.screen(scope, { search: now, onProgress }, async (customers) => {
    for (const { customerId, subjects } of customers) {
      for (const { key, hits } of subjects) {
        for (const { entityId } of hits) found.add(alertKey(customerId, key, entityId));
      }
    }
    const evaluated = await database.transaction(scope, (tx) =>
      evaluateCustomers(tx, scope, { ...run, customers }),
    );
    findings.appear(evaluated, customers);
  });
  const active = lists.filter((list) => list.source === source);
  const before = searchOf(activation, active, ['gone', 'material']);
  const { failures } = await monitoring.previews.screen(scope, { search: before }, async (customers) => {
    const missed = customers.map((one) => withoutHits(one, found));
    const alerts = await database.transaction(scope, (tx) => readLostAlerts(tx, scope, missed));
    for (const [customerId, own] of alerts) findings.vanish(customerId, own);
  });
  return { findings, extent: { ...extent, failures: Math.max(extent.failures, failures) } };
}

/** What the run will go by: the next activation, and no other. */
function runAfter({ source, present, opened, difference }: PreviewedActivation) {
  const { active, watchlist } = present;
  const { version } = opened.manifest;
  const next = active.sequence + 1;
  const changed = new Set(entriesOf(difference, ['new', 'material']));
  const changes: ChangeTimes = {
    changedAt: (entityId, ofSource) =>
      changed.has(entityId) || (difference.items === undefined && ofSource === source) ? next : 0,
    activationOf: (ofSource, ofVersion) => (ofSource === source && ofVersion === version ? next : 0),
  };
  const versions = { ...active.versions, [source]: version, watchlist: String(watchlist.revision) };
  return { reason: 'LIST_CHANGE' as const, versions, changes };
}

/** A search for entries that changed in one of these ways; for all of the list where they are not known one by one. */
function searchOf(
  { source, present, difference }: PreviewedActivation,
  lists: RunSearch['lists'],
  kinds: readonly ChangeKind[],
): RunSearch {
  const changed =
    difference.items === undefined
      ? { entryIds: [], sources: [source] }
      : { entryIds: entriesOf(difference, kinds), sources: [] };
  return { lists, watchlist: [], changed, engines: present.engines };
}

type ChangeKind = NonNullable<Difference['items']>[number]['kind'];

function entriesOf({ items = [] }: Difference, kinds: readonly ChangeKind[]): string[] {
  return items.flatMap(({ entryId, kind }) => (kinds.includes(kind) ? [entryId] : []));
}

function withoutHits(customer: ScreenedCustomer, found: ReadonlySet<string>): ScreenedCustomer {
  const { customerId } = customer;
  const subjects = customer.subjects.map((subject) => ({
    ...subject,
    hits: subject.hits.filter(({ entityId }) => !found.has(alertKey(customerId, subject.key, entityId))),
  }));
  return { customerId, subjects };
}
