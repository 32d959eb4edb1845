import { type Phrase, wordPhrases } from '@gatehouse/contract';

/** What one search finds things in: a deployment may have several, and all of them are asked. */

export interface SearchQuery {
  /** The subject's name, whole. */
  readonly name: string;
  readonly type: 'individual' | 'corporate';
  /** How many results are wanted. */
  readonly count: number;
}

export interface SearchLimits {
  /** Milliseconds for everything that the provider does. */
  readonly deadlineMs: number;
  /** Ends the search early: `search` then rejects with its reason. */
  readonly signal: AbortSignal;
}

/** A text that may name the subject, as a provider gives it; whether it does is evaluated afterwards. */
export interface FoundText {
  readonly url: string;
  /** Plain text, as is `text`. */
  readonly title: string;
  readonly text: string;
  /** As the provider writes it; whatever is no date counts as unknown. */
  readonly publishedAt: string | undefined;
  /** Who published it, where the provider tells. */
  readonly publisher: string | undefined;
}

export type ProviderResponse =
  | {
      readonly kind: 'found';
      readonly texts: readonly FoundText[];
      /** What the scan's record keeps of how it was searched. */
      readonly evidence: Readonly<Record<string, unknown>>;
    }
  /** It could not search: a silent one must not read as a clean name. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Whether a provider can be asked now, and if not, why. */
export type Readiness =
  | { readonly ready: true }
  | {
      readonly ready: false;
      readonly why: string;
      /** The same as data; absent where it is English alone. */
      readonly phrases?: readonly Phrase[];
    };

/** Not ready, for a reason of the catalogue. */
export function notReady(...phrases: readonly Phrase[]): Readiness & { readonly ready: false } {
  return { ready: false, why: wordPhrases(phrases), phrases };
}

export interface SearchProvider {
  /** `source` of its hits. */
  readonly id: string;
  readiness(): Promise<Readiness>;
  /** Looks for texts that may name the subject. Everything that can go wrong outside is a value. */
  search(query: SearchQuery, limits: SearchLimits): Promise<ProviderResponse>;
}
