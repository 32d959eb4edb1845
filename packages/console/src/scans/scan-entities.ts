import type { Engine, ScanDetail, WireHit } from '@gatehouse/contract';

/** An entry of a list among the hits, as its best hit shows it, with the score that each engine gave it. */
export interface ScannedEntry {
  readonly hit: WireHit;
  readonly scores: readonly { readonly engine: Engine; readonly score: number }[];
}

/** A person or company that was found, with its entries, the best first. */
export interface ScannedEntity {
  readonly entries: readonly [ScannedEntry, ...ScannedEntry[]];
}

/** The hits of all engines, each person or company once, the best score first. */
export function scannedEntities({
  results,
  entities,
}: Pick<ScanDetail, 'results' | 'entities'>): ScannedEntity[] {
  const keyOf = new Map(entities.flatMap(({ entityIds }) => entityIds.map((id) => [id, entityIds[0]!])));
  const found = results.flatMap(({ engine, hits }) => hits.map((hit) => ({ engine, hit })));
  const groups = Map.groupBy(found, ({ hit }) => keyOf.get(hit.entityId) ?? hit.entityId);
  return [...groups.values()]
    .map((own): ScannedEntity => {
      const byEntry = [...Map.groupBy(own, ({ hit }) => hit.entityId).values()];
      const entries = byEntry.map((hits): ScannedEntry => {
        const best = hits.toSorted((one, other) => other.hit.score - one.hit.score)[0]!;
        return { hit: best.hit, scores: hits.map(({ engine, hit }) => ({ engine, score: hit.score })) };
      });
      return { entries: entries.toSorted(byScore) as [ScannedEntry, ...ScannedEntry[]] };
    })
    .toSorted((one, other) => byScore(one.entries[0], other.entries[0]));
}

function byScore(one: ScannedEntry, other: ScannedEntry): number {
  return other.hit.score - one.hit.score;
}
