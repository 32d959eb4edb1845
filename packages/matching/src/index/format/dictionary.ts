/** The token dictionary: texts, look-up by text, roles, and look-up by spelling and by sound. */

import { isRigid } from '../../names/comparable-token.ts';
import type { Family, Role } from '../../names/roles.ts';
import { skeletonOf } from '../../names/skeleton.ts';
import { tokenRole } from '../../names/token-role.ts';
import { hash32 } from './hash.ts';
import { HashBucketWriter, NumberList } from './hash-buckets.ts';
import type { Sections } from './sections.ts';
import { forEachDelete } from './symmetric-deletes.ts';
import { itemAt, u32At } from './values.ts';

type TokenSections = 'tokenBytes' | 'tokenOffsets' | 'tokenTable' | 'tokenRoles';
type SpellingSections = 'deleteOffsets' | 'deleteTokens' | 'soundGroups' | 'soundTable';
export type Dictionary = Pick<Sections, TokenSections | SpellingSections>;

/** A token's role in names of a family, from both as the index packs them. */
export function unpackRole(packed: number, family: Family): Role {
  return (family === 'person' ? packed & 15 : packed >> 4) as Role;
}

/** Slots of the look-up table for each token. */
const SLOTS = 1.5;
/** Aimed values in a bucket: fewer are faster to read, more take less room. */
const DELETIONS_PER_BUCKET = 16;

/** Look-up table of texts: number + 1 by hash. */
export function tableOf(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  let size = 2;
  while (size < texts.length * SLOTS) size *= 2;
  const table = new Uint32Array(size);
  texts.forEach((text, id) => {
    let slot = hash32(text) & (size - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (size - 1);
    table[slot] = id + 1;
  });
  return table;
}

/**
 * Order in which tokens are numbered: by skeleton, then by their letters. Tokens that sound alike lie side by side and
 * are compared without a look-up for each, and neighbours begin alike, so that a comparison continues from the last one.
 * @returns positions in `tokens`, in their new order
 */
export function orderOf(tokens: readonly string[]): number[] {
  const skeletons = tokens.map(skeletonOf);
  const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...tokens.keys()].sort(
    (i, j) =>
      compareText(itemAt(skeletons, i), itemAt(skeletons, j)) ||
      compareText(itemAt(tokens, i), itemAt(tokens, j)),
  );
}

/** Dictionary of distinct tokens, numbered as they come; they must be in the order of `orderOf`. */
export function buildDictionary(tokens: readonly string[]): Dictionary {
  const tokenOffsets = new Uint32Array(tokens.length + 1);
  const deletions = new HashBucketWriter();
  const skeletons: string[] = [];
  const groups = new NumberList();
  tokens.forEach((token, id) => {
    const skeleton = skeletonOf(token);
    if (skeleton !== skeletons.at(-1)) {
      skeletons.push(skeleton);
      groups.push(id);
    }
    tokenOffsets[id + 1] = u32At(tokenOffsets, id) + token.length;
    // Rigid tokens cannot be matched by another spelling.
    if (!isRigid(token)) forEachDelete(token, (hash, tag) => deletions.add(hash, id, tag));
  });
  groups.push(tokens.length);
  const { offsets: deleteOffsets, values: deleteTokens } = deletions.finish(DELETIONS_PER_BUCKET);
  const packedRoles = (token: string) => tokenRole(token, 'person') | (tokenRole(token, 'organisation') << 4);
  return {
    tokenBytes: new TextEncoder().encode(tokens.join('')),
    tokenOffsets,
    tokenRoles: Uint8Array.from(tokens, packedRoles),
    tokenTable: tableOf(tokens),
    deleteOffsets,
    deleteTokens,
    soundGroups: groups.finish(),
    soundTable: tableOf(skeletons),
  };
}
