import type { WorkflowSummary } from '@gatehouse/contract';

interface Route {
  readonly eventType: string;
  readonly source: string;
}

export interface Replacement {
  /** The event and source of what is to be published. */
  readonly route: Route;
  /** What submits start today, and no more then. */
  readonly replaces: WorkflowSummary | undefined;
  /** The event and source on which this workflow starts today and then no more, with what starts on it then. */
  readonly leaves: { readonly route: Route; readonly next: WorkflowSummary | undefined } | undefined;
}

/** What publishing a definition changes of what submits start, by the workflows of its domain. */
export function replacementOf(
  workflows: readonly WorkflowSummary[],
  of: {
    readonly workflowId: string | undefined;
    readonly definition: Readonly<Record<string, unknown>>;
  },
): Replacement {
  const { eventType, source = 'API' } = of.definition;
  const route = { eventType: String(eventType), source: String(source) };
  const own = workflows.find(({ workflowId }) => workflowId === of.workflowId);
  const left = own?.startsInstead === null ? own.publishedRoute : null;
  return {
    route,
    replaces: workflows.find(
      (other) => other !== own && other.startsInstead === null && isSame(other.publishedRoute, route),
    ),
    leaves:
      left === null || left === undefined || isSame(left, route)
        ? undefined
        : { route: left, next: lastPublished(workflows.filter(isReplacedBy(of.workflowId))) },
  };
}

function isSame(one: Route | null, other: Route): boolean {
  return one !== null && one.eventType === other.eventType && one.source === other.source;
}

function isReplacedBy(workflowId: string | undefined) {
  return ({ startsInstead }: WorkflowSummary) => startsInstead?.workflowId === workflowId;
}

/** As the service chooses: the last one, of two at the same time the first by its ID. */
function lastPublished(workflows: readonly WorkflowSummary[]): WorkflowSummary | undefined {
  return workflows.toSorted(
    (a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0) || a.workflowId.localeCompare(b.workflowId),
  )[0];
}
