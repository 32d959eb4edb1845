import type { EntityJoin } from '@gatehouse/matching';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { readPairDecisions } from './entity-decisions.ts';
import { entityGroups, type SameEntry, sameEntries } from './entity-groups.ts';

/** An entity that several entries among hits are. */
export interface JoinedHits {
  readonly entityIds: readonly string[];
  /** What says so, by entry. */
  readonly sameAs: readonly (SameEntry & { readonly of: string })[];
}

/** Groups hits of one subject by what joined them and by what people of the domain said of their entries. */
export async function readJoinedHits(
  tx: Tx,
  scope: Scope,
  of: { readonly entityIds: readonly string[]; readonly joins: readonly EntityJoin[] },
): Promise<JoinedHits[]> {
  const { entityIds, joins } = of;
  const decisions = await readPairDecisions(tx, scope, entityIds);
  const groups = entityGroups(entityIds, joins, decisions);
  const joined = new Map([...groups.values()].map((group) => [group.key, group]));
  return [...joined.values()]
    .filter((group) => group.entityIds.length > 1)
    .map((group) => ({
      entityIds: group.entityIds,
      sameAs: group.entityIds.flatMap((id) =>
        sameEntries(id, group, { joins, decisions }).map((same) => ({ of: id, ...same })),
      ),
    }));
}
