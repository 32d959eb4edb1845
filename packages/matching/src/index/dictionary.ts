/** The token dictionary: texts, look-up by text, roles, and look-up by spelling and by sound. */
import { LEGAL_CLASS_MARK } from '../names/legal-forms.ts';
import { roleOf } from '../names/role-of.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { type Buckets, BucketWriter } from './buckets.ts';
import { forEachDeletion, forEachSound } from './deletions.ts';
import { hash32 } from './hash.ts';

export interface Dictionary {
  bytes: Uint8Array;
  offsets: Uint32Array;
  roles: Uint8Array;
  /** Open addressing by hash: token number + 1, or 0. */
  table: Uint32Array;
  deletions: Buckets;
  skeletons: Buckets;
}

/** Slots of the look-up table for each token. */
const SLOTS = 1.5;
/** Aimed values in a bucket: fewer are faster to read, more take less room. */
const DELETIONS_PER_BUCKET = 16;
const SKELETONS_PER_BUCKET = 8;

function tableOf(tokens: readonly string[]): Uint32Array {
  let size = 2;
  while (size < tokens.length * SLOTS) size *= 2;
  const table = new Uint32Array(size);
  tokens.forEach((token, id) => {
    let slot = hash32(token) & (size - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (size - 1);
    table[slot] = id + 1;
  });
  return table;
}

/** Whether a token can be met by another spelling at all: legal forms and numbers cannot. */
function isSpelled(token: string): boolean {
  return token[0] !== LEGAL_CLASS_MARK && !/^\d+$/.test(token);
}

/** Dictionary of distinct tokens, numbered in their order. */
export function buildDictionary(tokens: readonly string[]): Dictionary {
  const offsets = new Uint32Array(tokens.length + 1);
  const deletions = new BucketWriter();
  const skeletons = new BucketWriter();
  tokens.forEach((token, id) => {
    offsets[id + 1] = offsets[id]! + token.length;
    if (!isSpelled(token)) return;
    forEachDeletion(token, (hash) => deletions.add(hash, id));
    forEachSound(skeletonOf(token), (hash) => skeletons.add(hash, id));
  });
  return {
    bytes: new TextEncoder().encode(tokens.join('')),
    offsets,
    roles: Uint8Array.from(tokens, (token) => roleOf(token, 'person') | (roleOf(token, 'organisation') << 4)),
    table: tableOf(tokens),
    deletions: deletions.finish(DELETIONS_PER_BUCKET, true),
    skeletons: skeletons.finish(SKELETONS_PER_BUCKET, true),
  };
}
