import type { IdentifiedEntry, ScreenedHit } from '../screening/index.ts';

/** A party that an entry is: for certain, or possibly. */
export interface Match {
  readonly partyId: string;
  readonly isCertain: boolean;
}

/** The id of a party that only lists state. */
export function listPartyId(entityId: string): string {
  return `list ${entityId}`;
}

/** Parties by the entry that hits or identifiers name for them. Of several on one party, one that is certain decides. */
export function matchesOf(
  companyId: string,
  {
    hits,
    identified,
    isConfirmed,
  }: {
    readonly hits: readonly ScreenedHit[];
    readonly identified: readonly IdentifiedEntry[];
    readonly isConfirmed: (hit: ScreenedHit) => boolean;
  },
): Map<string, readonly Match[]> {
  const found = [...hits.map((hit) => ({ ...hit, isCertain: isConfirmed(hit) })), ...identified];
  const matches = new Map<string, Map<string, Match>>();
  for (const { reference, entityId, isCertain } of found) {
    const partyId = reference ?? companyId;
    // A party from a list is its entry without a hit.
    if (partyId === listPartyId(entityId)) continue;
    const ofEntry = matches.get(entityId) ?? new Map<string, Match>();
    matches.set(entityId, ofEntry);
    if (ofEntry.get(partyId)?.isCertain === true) continue;
    ofEntry.set(partyId, { partyId, isCertain });
  }
  return new Map([...matches].map(([entityId, ofEntry]) => [entityId, [...ofEntry.values()]]));
}
