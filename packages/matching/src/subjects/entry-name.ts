/** One name of a list entry, as subjects are looked up by it. */
import type { ListEntry, NameKind } from '../entry.ts';
import type { TokenExpander } from '../index/expansion/index.ts';
import type { ListIndex } from '../index/format/index.ts';
import { allReadings, factorOf, type ReadingFlags } from '../names/all-readings.ts';
import type { PreparedName } from '../names/prepare.ts';
import { familyOf, isCraft } from '../names/roles.ts';
import { thresholdBeforeError } from '../scoring/craft-error.ts';
import { ACRONYM, acronymOf, isJoinable, JOINED, LONGEST_JOIN, MIN_JOIN } from '../scoring/joined-parts.ts';
import { MIN_SIMILARITY } from '../scoring/token-similarity.ts';

/** Tokens of an entry's name beyond these count as matched: the others have a bit each. */
export const ENTRY_TOKENS = 31;

export interface EntryName {
  prepared: PreparedName;
  /** Letters of its initials, as character codes: each may match any token that begins with it. */
  initials: ReadonlySet<number>;
  /** The least alignment with it that may be a hit. */
  threshold: number;
  /** As what the entry bears it: more than one where several of its names are read alike. */
  uses: NameUse[];
}

/** As what an entry bears a name, and how sure the reading of it is. */
interface NameUse extends ReadingFlags {
  kind: NameKind;
  /** What was read. */
  text: string;
}

/** A key that the entry's name matches. */
export interface KeyMatch {
  key: number;
  similarity: number;
  /** Whether several tokens of the entry match the key. */
  several: boolean;
  /** Tokens of the entry, a bit each. */
  entryBits: number;
}

/**
 * Every way to read the names of an entry, as the index of its list reads them; each once.
 * @param thresholds the least alignment that may be a hit, by the kind of name
 */
export function entryNamesOf(entry: ListEntry, thresholds: Readonly<Record<NameKind, number>>): EntryName[] {
  const family = familyOf(entry.type);
  const names = new Map<string, EntryName>();
  for (const { text, kind } of entry.names) {
    for (const { text: read, prepared } of allReadings(text, family)) {
      const { isPart, isGuess, script } = prepared;
      if (thresholds[kind] > 1) continue;
      prepared.isCraft = isCraft(entry.type);
      const isOneWordCraft = prepared.isCraft && prepared.tokens.length === 1;
      const least = thresholdBeforeError(Math.min(1, thresholds[kind] / factorOf(prepared)), isOneWordCraft);
      const key = `${script} ${prepared.tokens.join(' ')}`;
      const known = names.get(key);
      if (known) {
        known.threshold = Math.min(known.threshold, least);
        known.uses.push({ kind, text: read, isPart, isGuess, script });
        continue;
      }
      const initials = prepared.tokens.filter((token) => token.length === 1);
      const letters = new Set(initials.map((token) => token.charCodeAt(0) & 0xff));
      names.set(key, {
        prepared,
        initials: letters,
        threshold: least,
        uses: [{ kind, text: read, isPart, isGuess, script }],
      });
    }
  }
  return [...names.values()];
}

function bitsOf(from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < Math.min(to, ENTRY_TOKENS); at++) bits |= 1 << at;
  return bits;
}

/** Everything in a dictionary that the name may match, the most alike first. */
export function matchesOfEntryName(
  dictionary: ListIndex,
  expander: TokenExpander,
  { prepared }: EntryName,
): KeyMatch[] {
  const found: KeyMatch[] = [];
  const { tokens, roles } = prepared;
  for (let at = 0; at < tokens.length; at++) {
    const expansion = expander.expansionOf(tokens[at]!, { role: roles[at]!, withDoubtful: true });
    const entryBits = bitsOf(at, at + 1);
    for (let i = 0; i < expansion.tokens.length; i++) {
      found.push({
        key: expansion.tokens[i]!,
        similarity: expansion.similarities[i]!,
        several: false,
        entryBits,
      });
    }
  }
  addConcatenations(expander, prepared, found);
  const acronym = acronymOf(prepared);
  const key = acronym ? dictionary.tokenId(acronym.letters) : -1;
  if (acronym && key >= 0)
    found.push({ key, similarity: ACRONYM, several: true, entryBits: bitsOf(acronym.from, acronym.to) });
  return found.sort((a, b) => b.similarity - a.similarity);
}

/** Neighbouring tokens of the entry read as one. */
function addConcatenations(
  expander: TokenExpander,
  { tokens, roles }: PreparedName,
  found: KeyMatch[],
): void {
  for (let from = 0; from + 1 < tokens.length; from++) {
    if (!isJoinable(roles[from]!)) continue;
    let text = tokens[from]!;
    const end = Math.min(tokens.length, from + LONGEST_JOIN);
    for (let to = from + 2; to <= end && isJoinable(roles[to - 1]!); to++) {
      text += tokens[to - 1]!;
      if (text.length < MIN_JOIN) continue;
      const entryBits = bitsOf(from, to);
      expander.fuzzy.find(text, { mode: 'join', least: MIN_SIMILARITY }, (key, similarity) =>
        found.push({ key, similarity: JOINED * similarity, several: true, entryBits }),
      );
    }
  }
}
