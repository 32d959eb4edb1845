import { compare, enginePolicies } from '@gatehouse/matching';

/** Names below it are not the same name to a list check that looks for strong matches. */
const { minNameScore } = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 5 });

/** Whether a person's document may have one of the names that the person stated: how alike the likest is, 0 to 1. */
export function compareStatedNames(
  names: readonly string[],
  onDocument: string,
): { readonly score: number; readonly isSame: boolean } {
  const score = Math.max(...names.map((name) => compare(name, onDocument, { type: 'individual' }).score));
  return { score, isSame: score >= minNameScore };
}
