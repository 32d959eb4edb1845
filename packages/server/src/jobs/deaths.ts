/**
 * Work that kills the process that does it is bounded by counting the nodes that died with it in hand since it last went
 * on. A dying node takes everything it had in hand with it, so that a count tells little by itself: work with several
 * deaths is done alone among its like, and only what kills a node then as well comes to the end of its count.
 */

/** Nodes that may die with the same work in hand before it is given up: far more than outages make in a row. */
export const mostDeaths = 10;
/** With so many deaths work is a suspect: suspects are done one after the other, so that none dies for another. */
export const suspectDeaths = 5;

/** SQL: whether the node named by a column has fallen silent. */
export function hasDied(ownerColumn: string): string {
  return `(${ownerColumn} is not null and not exists (
    select from node_lease l where l.node_id = ${ownerColumn} and l.beat_at > now() - interval '4 seconds'
  ))`;
}

/** Of orphans in their order those to be given a job now, and those to be given up. */
export async function sortOrphans<Orphan extends { readonly deaths: number }>(
  orphans: readonly Orphan[],
  isSuspectAtWork: () => Promise<boolean>,
): Promise<{ readonly revived: readonly Orphan[]; readonly doomed: readonly Orphan[] }> {
  const suspects = orphans.filter(({ deaths }) => deaths >= suspectDeaths && deaths < mostDeaths);
  const next = suspects.length === 0 || (await isSuspectAtWork()) ? [] : suspects.slice(0, 1);
  return {
    revived: [...orphans.filter(({ deaths }) => deaths < suspectDeaths), ...next],
    doomed: orphans.filter(({ deaths }) => deaths >= mostDeaths),
  };
}

/** Why such work failed, for people. */
export const deathsReason = `each of ${mostDeaths} processes that did it died`;
