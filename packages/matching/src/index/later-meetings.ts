/**
 * Meetings of query tokens that were not looked up in the list. Once other tokens of the query lead to few names, what
 * the tokens of these are to it is asked one by one, which is much less work than to find everything it may meet.
 */
import type { PreparedName } from '../names/prepare.ts';
import { isRigid } from '../names/sounded.ts';
import { LONGEST_TOKEN } from '../scoring/edit-cost.ts';
import { isSpelled, type SingleMeetings } from './expand.ts';
import type { ListIndex } from './list-index.ts';
import type { SpelledToken } from './spelled-token.ts';

interface Later {
  q: number;
  spelled: SpelledToken;
  /** Tokens whose meetings do not go by spelling: these are known beforehand. */
  told: ReadonlyMap<number, number>;
}

export class LaterMeetings {
  readonly #index: ListIndex;
  readonly #singles: SingleMeetings;
  readonly #later: Later[] = [];
  /** See `LaterScratch`. */
  readonly #known: Int32Array;
  readonly #search: number;
  /** Takes what was only read so that it lies near. */
  near = 0;

  /** @param places query tokens that were not looked up */
  constructor(
    index: ListIndex,
    query: PreparedName,
    how: { singles: SingleMeetings; places: readonly number[] },
  ) {
    const { singles, places } = how;
    const { later } = index.scratch;
    this.#index = index;
    this.#singles = singles;
    this.#known = later.known;
    this.#search = later.nextSearch();
    for (const q of places) {
      const text = query.tokens[q]!;
      const told = singles.addTold(q);
      if (!isSpelled(text, query.roles[q]!)) continue;
      if (text.length > LONGEST_TOKEN || isRigid(text)) {
        const own = index.tokenId(text);
        if (own >= 0 && !told.has(own)) singles.addAny(own, 1);
        continue;
      }
      const spelled = later.token(this.#later.length);
      spelled.start(text, singles.withDoubtful ? 'doubtful' : 'sure');
      this.#later.push({ q, spelled, told });
    }
  }

  /** Tells the meetings of a list token, if that was not done before. */
  meet(token: number): void {
    const known = this.#known;
    if (known[2 * token + 1] === this.#search) return;
    known[2 * token + 1] = this.#search;
    const letters = known[2 * token]!;
    for (const { q, spelled, told } of this.#later) {
      if (!spelled.mayMeet(token, letters) || told.has(token)) continue;
      const similarity = spelled.similarityTo(token);
      if (similarity === 0) continue;
      this.#singles.start(q);
      this.#singles.addAny(token, similarity);
    }
  }

  /** Tells the meetings of all tokens that meet something already. */
  meetKnown(): void {
    const { meetings } = this.#index.scratch;
    const { token, size } = meetings;
    const known = this.#known;
    // Far memory is read for all of them at once.
    let near = 0;
    for (let at = 0; at < size; at++) near ^= known[2 * token[at]!]!;
    this.near = near;
    for (let at = 0; at < size; at++) this.meet(token[at]!);
  }

  /** Tells the meetings of the tokens that lie from–to among those of all names. */
  meetAll(from: number, to: number): void {
    const { nameTokens } = this.#index.sections;
    for (let at = from; at < to; at++) this.meet(nameTokens[at]!);
  }
}
