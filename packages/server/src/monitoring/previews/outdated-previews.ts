import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { type ListRegistry, listVersions } from '../../lists/index-files/index.ts';
import { readWatchlistRevision } from '../../lists/watchlist/index.ts';
import type { Workflows } from '../../workflows/index.ts';
import { monitoringRoute } from '../index.ts';
import type { PreviewFigures, PreviewReport } from './preview-rows.ts';

/** What is active on this server node. */
export interface ActiveNow {
  readonly database: Database;
  readonly lists: Pick<ListRegistry, 'current'>;
  readonly workflows: Pick<Workflows, 'route' | 'newest'>;
}

type Judged<Report> = Report & { readonly isOutdated: boolean };

/** Says of previews of one domain which of them were worked out from what is no longer active. */
export async function withOutdated<Report extends PreviewReport>(
  now: ActiveNow,
  scope: Scope,
  previews: readonly Report[],
): Promise<Judged<Report>[]> {
  const snapshot = now.lists.current();
  if (snapshot === undefined || previews.length === 0) {
    return previews.map((preview) => ({ ...preview, isOutdated: false }));
  }
  const watchlistRevision = await readWatchlistRevision(now.database, scope);
  const versions = listVersions(snapshot);
  const isCurrent = ({ basis }: PreviewFigures): boolean =>
    isDeepStrictEqual({ ...basis.versions }, { ...versions }) &&
    basis.engineVersion === snapshot.engineVersion &&
    basis.workflowVersion === publishedVersion(now.workflows, scope, basis.workflowId) &&
    (basis.watchlistRevision ?? watchlistRevision) === watchlistRevision;
  return previews.map((preview) => ({
    ...preview,
    isOutdated: preview.result !== null && !isCurrent(preview.result),
  }));
}

/** Where nothing was published for monitoring, a workflow that is published now makes the difference. */
function publishedVersion(
  workflows: ActiveNow['workflows'],
  scope: Scope,
  workflowId: string | null,
): number | null {
  if (workflowId !== null) return workflows.newest(scope, workflowId)?.version ?? null;
  const route = workflows.route(scope, monitoringRoute);
  return route.kind === 'found' ? route.version : null;
}
