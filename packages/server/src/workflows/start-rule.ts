import type { Source, WorkflowEventType, WorkflowSummary } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** What an event starts is one published workflow of the domain, however many are published for it. */

export interface StartRoute {
  readonly eventType: WorkflowEventType;
  readonly source: Source;
}

interface PublishedRoute extends StartRoute {
  readonly workflowId: string;
  readonly publishedAt: Date;
}

/** Of the newest versions of a domain's workflows the one that was published last for the route; of two at the same time, the first by its id. */
export function findStarted<Published extends PublishedRoute>(
  published: readonly Published[],
  route: StartRoute,
): Published | undefined {
  const [started] = published
    .filter(({ eventType, source }) => eventType === route.eventType && source === route.source)
    .toSorted(
      (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || a.workflowId.localeCompare(b.workflowId),
    );
  return started;
}

/** The newest published version of a workflow, with the name that people see. */
export interface NamedRoute extends PublishedRoute {
  readonly name: string;
  readonly version: number;
}

/** `wf_screening@3` */
function versionIdOf({ workflowId, version }: Pick<NamedRoute, 'workflowId' | 'version'>): string {
  return `${workflowId}@${version}`;
}

export async function readPublishedRoutes(tx: Tx, scope: Scope): Promise<NamedRoute[]> {
  return tx.sql<NamedRoute & Record<string, unknown>>(
    `select w.workflow_id as "workflowId", w.name, v.version, v.event_type as "eventType", v.source, v.published_at as "publishedAt"
     from workflow w join workflow_version v on v.tenant_id = w.tenant_id and v.domain = w.domain
       and v.workflow_id = w.workflow_id and v.version = w.published_version
     where w.tenant_id = $1 and w.domain = $2`,
    [scope.tenantId, scope.domain],
  );
}

/** What the published version of a workflow starts on, and what starts in its place. */
export function startStateOf(
  published: readonly NamedRoute[],
  workflowId: string,
): Pick<WorkflowSummary, 'publishedRoute' | 'startsInstead'> {
  const own = published.find((route) => route.workflowId === workflowId);
  if (own === undefined) return { publishedRoute: null, startsInstead: null };
  const { eventType, source } = own;
  const started = findStarted(published, own);
  return {
    publishedRoute: { eventType, source },
    startsInstead:
      started === undefined || started.workflowId === workflowId
        ? null
        : { workflowId: started.workflowId, name: started.name },
  };
}

/** Whether another workflow starts on the event of this one's published version. */
export async function isReplaced(tx: Tx, scope: Scope, workflowId: string): Promise<boolean> {
  return startStateOf(await readPublishedRoutes(tx, scope), workflowId).startsInstead !== null;
}

/** What submits start on an event, and what else is published for it; each as `<id>@<version>`, the last published first. */
export interface StartedVersions extends StartRoute {
  readonly started: string;
  readonly others: readonly string[];
}

/** What submits start in a domain, for each event and source with a published workflow. */
export async function readStartedVersions(tx: Tx, scope: Scope): Promise<StartedVersions[]> {
  const published = await readPublishedRoutes(tx, scope);
  const routes = Map.groupBy(published, ({ eventType, source }) => `${eventType} ${source}`);
  return [...routes.values()].map(([first, ...more]) => {
    const { eventType, source } = first!;
    const started = findStarted([first!, ...more], { eventType, source })!;
    const others = [first!, ...more]
      .filter((one) => one !== started)
      .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
    return { eventType, source, started: versionIdOf(started), others: others.map(versionIdOf) };
  });
}

/** What publishing a version changed of what submits start; each workflow as `<id>@<version>`. */
export interface StartChange {
  /** What they started on its event before. */
  readonly replaced?: string;
  /** What they start on its event all the same: several versions that are published at once start by their id. */
  readonly startsInstead?: string;
  /** The event and source on which it started before, and what starts on them now. */
  readonly left?: StartRoute & { readonly starts: string | null };
}

export function startChange(
  before: readonly NamedRoute[],
  after: readonly NamedRoute[],
  workflowId: string,
): StartChange {
  const isOwn = (one: NamedRoute | undefined) => one?.workflowId === workflowId;
  const own = after.find(isOwn)!;
  const [was, is] = [findStarted(before, own), findStarted(after, own)!];
  const earlier = before.find(isOwn);
  const hasLeft =
    earlier !== undefined &&
    (earlier.eventType !== own.eventType || earlier.source !== own.source) &&
    isOwn(findStarted(before, earlier));
  const next = hasLeft ? findStarted(after, earlier) : undefined;
  return {
    ...(isOwn(is) ? was && { replaced: versionIdOf(was) } : { startsInstead: versionIdOf(is) }),
    ...(hasLeft && {
      left: {
        eventType: earlier.eventType,
        source: earlier.source,
        starts: next === undefined ? null : versionIdOf(next),
      },
    }),
  };
}
