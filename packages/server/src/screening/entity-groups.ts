import { type EntityJoin, SAME_ENTITY_GROUNDS } from '@gatehouse/matching';

/** What a person said of two entries of lists; the ids are in alphabetical order. */
export interface EntityPairDecision {
  readonly firstId: string;
  readonly secondId: string;
  readonly isSame: boolean;
  readonly decidedBy: string;
  readonly reason: string;
}

/** Another entry that is the same entity, and why. */
export interface SameEntry {
  readonly entityId: string;
  /** `decided`: a person said so. */
  readonly ground: EntityJoin['reason']['ground'] | 'decided';
  /** What both entries state; of a decision the person's reason. */
  readonly detail: string;
}

/** The entity that an entry belongs to, among the entries that were hit for one subject. */
export interface EntityGroup {
  /** The first of its entries' ids in alphabetical order. */
  readonly key: string;
  readonly entityIds: readonly string[];
}

/**
 * Groups entries by what joined them at the screening and by what people said since. People come first: two entries that they
 * told apart are never in one group, whatever a third has to do with both.
 * @param decisions the newest of each pair, the newest first
 */
export function entityGroups(
  entityIds: readonly string[],
  joins: readonly EntityJoin[],
  decisions: readonly EntityPairDecision[],
): ReadonlyMap<string, EntityGroup> {
  const groups = new Map(entityIds.map((id) => [id, [id]]));
  const apart = decisions.filter(({ isSame }) => !isSame);
  const mayMerge = (one: readonly string[], other: readonly string[]) =>
    !apart.some(
      ({ firstId, secondId }) =>
        (one.includes(firstId) && other.includes(secondId)) ||
        (one.includes(secondId) && other.includes(firstId)),
    );
  const merge = ([first, second]: readonly [string, string], isDecided: boolean) => {
    const [one, other] = [groups.get(first), groups.get(second)];
    if (one === undefined || other === undefined || one === other || !mayMerge(one, other)) return;
    // A list tells its own entries apart, also by way of a third; only a person may say otherwise.
    if (!isDecided && other.some((id) => one.some((known) => sourceOf(known) === sourceOf(id)))) return;
    one.push(...other);
    for (const id of other) groups.set(id, one);
  };
  for (const { firstId, secondId, isSame } of decisions) if (isSame) merge([firstId, secondId], true);
  for (const join of joins.toSorted((one, other) => rankOf(one) - rankOf(other)))
    merge(join.entityIds, false);
  return new Map(
    [...groups].map(([id, members]) => {
      const sorted = members.toSorted();
      return [id, { key: sorted[0]!, entityIds: sorted }];
    }),
  );
}

/** What directly says that an entry is the same as others of its group. */
export function sameEntries(
  entityId: string,
  group: EntityGroup,
  of: { readonly joins: readonly EntityJoin[]; readonly decisions: readonly EntityPairDecision[] },
): SameEntry[] {
  return group.entityIds.flatMap((other): SameEntry[] => {
    if (other === entityId) return [];
    const decision = of.decisions.find(
      ({ firstId, secondId, isSame }) => isSame && isPair([firstId, secondId]),
    );
    if (decision) return [{ entityId: other, ground: 'decided', detail: decision.reason }];
    const join = of.joins.find(({ entityIds }) => isPair(entityIds));
    return join ? [{ entityId: other, ground: join.reason.ground, detail: join.reason.detail }] : [];

    function isPair(pair: readonly string[]): boolean {
      return pair.includes(entityId) && pair.includes(other);
    }
  });
}

function sourceOf(entityId: string): string {
  return entityId.slice(0, entityId.indexOf(':'));
}

function rankOf({ reason }: EntityJoin): number {
  return SAME_ENTITY_GROUNDS.indexOf(reason.ground);
}
