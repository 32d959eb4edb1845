import type { Tx } from '../database/database.ts';
import { readStartedVersions, type StartedVersions } from '../workflows/index.ts';
import type { ResolvedTenant } from './tenant-file.ts';
import { workflowIdOf } from './tenant-file-workflows.ts';

/** What submits start, by the domains in which a tenant file has workflows. */
export type Starts = ReadonlyMap<string, readonly StartedVersions[]>;

export async function readStarts(tx: Tx, { id: tenantId, workflows }: ResolvedTenant): Promise<Starts> {
  const starts = new Map<string, readonly StartedVersions[]>();
  for (const { domain } of workflows) {
    if (!starts.has(domain)) starts.set(domain, await readStartedVersions(tx, { tenantId, domain }));
  }
  return starts;
}

/**
 * Names the workflows of the file that share their event with others, which one starts, and events that nothing starts on
 * any more: what is published says nothing of it by itself.
 */
export function startNotices(tenant: ResolvedTenant, before: Starts, after: Starts): string[] {
  return [...after].flatMap(([domain, now]) => {
    const published = tenant.workflows.filter((source) => source.domain === domain && source.publish);
    const ids = new Set(published.map(({ definition }) => workflowIdOf(definition)));
    const isOfFile = (version: string) => ids.has(idOf(version));
    const was = before.get(domain) ?? [];
    const place = `in ${tenant.id}/${domain}`;
    const shared = now.filter(
      ({ started, others }) => others.length > 0 && [started, ...others].some(isOfFile),
    );
    const left = was.filter((route) => isOfFile(route.started) && !now.some(isSame(route)));
    return [
      ...shared.map(
        (route) =>
          `notice: ${place} ${route.started} starts for ${eventOf(route)}; ${othersOf(route, was.find(isSame(route)))}. Of workflows for one event the one published last starts, of several published together the first by its id`,
      ),
      ...left.map(
        (route) =>
          `notice: ${place} no workflow starts for ${eventOf(route)} any more; ${route.started} did before`,
      ),
    ];
  });
}

function othersOf({ others }: StartedVersions, before: StartedVersions | undefined): string {
  const was = before && idOf(before.started);
  return others
    .map((version) => `${version} ${idOf(version) === was ? 'no longer starts' : 'does not start'}`)
    .join(', ');
}

const idOf = (version: string) => version.slice(0, version.lastIndexOf('@'));

const eventOf = ({ eventType, source }: StartedVersions) => `${eventType} from ${source}`;

function isSame({ eventType, source }: StartedVersions) {
  return (other: StartedVersions) => other.eventType === eventType && other.source === source;
}
