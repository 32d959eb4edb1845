import { selfRole } from '@gatehouse/contract';
import type { Hit } from '@gatehouse/matching';
import type { SubjectParty } from '../interpreter/index.ts';
import type { RulingEffect } from './rulings.ts';
import type { ScreeningResponse } from './screening.ts';
import { searchedByEngines } from './searched-lists.ts';

/** A hit on the customer or on a party of its ownership that no ruling suppresses. */
export interface ScreenedHit {
  /** The party's id in its structure; null: the customer itself. */
  readonly reference: string | null;
  readonly entityId: string;
  readonly source: string;
  readonly category: string;
  readonly score: number;
  /** Whether a person ruled it a true match. */
  readonly isTrueMatch: boolean;
}

/** What one screening says of parties of an ownership structure, for a later `blocked-ownership` node. */
export interface ScreenedParties {
  /** Sources that were searched. */
  readonly lists: readonly string[];
  /** Parties whose hits are all here. */
  readonly parties: readonly string[];
  readonly hits: readonly ScreenedHit[];
}

export function screenedParties(
  parties: readonly SubjectParty[],
  answer: ScreeningResponse,
  found: readonly { readonly party: SubjectParty; readonly hit: Hit; readonly effect: RulingEffect }[],
): ScreenedParties {
  const hits = found
    .filter(({ effect }) => !effect.silenced)
    .filter(({ party }) => party.reference !== undefined || party.role === selfRole)
    .map(({ party, hit, effect }) => ({
      reference: party.reference ?? null,
      entityId: hit.entityId,
      source: hit.source,
      category: hit.entry.category,
      score: hit.score,
      isTrueMatch: effect.ruling === 'TRUE_MATCH',
    }));
  return {
    lists: Object.keys(searchedByEngines(Object.keys(answer.results[0] ?? {}), answer.listVersions)),
    // Where hits were cut off, what is missing may be the one that counts.
    parties: parties.flatMap(({ reference }, index) =>
      reference === undefined || Object.values(answer.results[index] ?? {}).some(({ capped }) => capped)
        ? []
        : [reference],
    ),
    hits,
  };
}
