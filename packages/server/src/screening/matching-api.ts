import type { ListEngine } from '@gatehouse/contract';
import { ftmEntry, type ListEntry, type Subject } from '@gatehouse/matching';
import { z } from 'zod';
import type { Egress } from '../lib/egress.ts';

/** Engines that a hosted data set can be plugged into. */
const remoteEngines = [
  'GLOBAL_CHECK',
  'RISK_LISTS',
  'COMPOSITE_SCAN',
] as const satisfies readonly ListEngine[];
type RemoteEngine = (typeof remoteEngines)[number];

export interface MatchingApiOptions {
  readonly egress: Egress;
  /** Where the matching API is, without `/match`. */
  readonly url: string;
  /** The data set or collection that is asked. */
  readonly dataset: string;
  /** Sent as `Authorization: ApiKey …`; self-hosted servers need none. */
  readonly apiKey?: string | undefined;
  /** The engines that search it beside the lists of the deployment. */
  readonly engines: readonly RemoteEngine[];
}

export type RemoteResponse =
  | {
      readonly kind: 'found';
      /** What may be the subject, to be scored here like any list's entry. */
      readonly entries: readonly ListEntry[];
      /** The server's own score of each entry, by entry id. */
      readonly remoteScores: ReadonlyMap<string, number>;
      /** What the scan's record keeps. */
      readonly evidence: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** What is read of an answer of `POST /match/{dataset}`. */
const answerSchema = z.object({
  responses: z.object({
    subject: z.object({
      status: z.number().nullish(),
      results: z.array(z.looseObject({ id: z.string(), score: z.number() })).nullish(),
    }),
  }),
});

/** As many as any engine may show and some that the policies then drop. */
const wanted = 200;
/** Scores of the server are others than ours: what it holds unlikely may be a hit here, what is far off is none. */
const cutoff = 0.4;
const maxBytes = 16 * 1024 * 1024;

/**
 * A hosted data set behind the matching API of OpenSanctions (yente). The server finds; what it found is scored here,
 * so that an engine's settings mean the same wherever an entity comes from.
 */
export class MatchingApi {
  readonly #options: MatchingApiOptions;

  constructor(options: MatchingApiOptions) {
    this.#options = options;
  }

  serves(engine: ListEngine): boolean {
    return this.#options.engines.some((served) => served === engine);
  }

  /** Asks once for the subject. Everything that can go wrong outside is a value; rejects with the signal's reason. */
  async match(
    subject: Subject,
    limits: { readonly deadlineMs: number; readonly signal: AbortSignal },
  ): Promise<RemoteResponse> {
    const { egress, dataset, apiKey } = this.#options;
    const url = new URL(`${this.#options.url}/match/${encodeURIComponent(dataset)}`);
    url.searchParams.set('limit', String(wanted));
    url.searchParams.set('cutoff', String(cutoff));
    const result = await egress.send({
      method: 'POST',
      url: url.href,
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
        ['User-Agent', 'Gatehouse'],
        ...(apiKey === undefined ? [] : [['Authorization', `ApiKey ${apiKey}`] as const]),
      ],
      body: Buffer.from(JSON.stringify({ queries: { subject: queryOf(subject) } })),
      isIdempotent: true,
      maxResponseBytes: maxBytes,
      ...limits,
    });
    const failed = (reason: string): RemoteResponse => ({ kind: 'failed', reason: `${url.host}: ${reason}` });
    if (result.kind === 'failure') return failed(result.message);
    if (result.status !== 200) return failed(`HTTP ${result.status}${meaningOf(result.status, dataset)}`);
    if (result.truncated) return failed(`an answer of more than ${maxBytes} bytes`);
    const read = answerSchema.safeParse(parsed(result.body));
    const response = read.data?.responses.subject;
    if (response === undefined) return failed('an answer that is none of the matching API');
    if ((response.status ?? 200) !== 200)
      return failed(`the query was answered with status ${response.status}`);
    const entries: ListEntry[] = [];
    const remoteScores = new Map<string, number>();
    // An answer without a list of results is no answer: it must not read as a clean name.
    if (!response.results) return failed('an answer without results');
    for (const result of response.results) {
      const entry = ftmEntry(result);
      if (typeof entry === 'string') return failed(`an entity that cannot be read: ${entry}`);
      if (entry === undefined) continue;
      entries.push(entry);
      remoteScores.set(entry.id, result.score);
    }
    return {
      kind: 'found',
      entries,
      remoteScores,
      evidence: { host: url.host, dataset, found: entries.length },
    };
  }
}

/** The subject as an entity of the FollowTheMoney model. */
function queryOf(subject: Subject): { schema: string; properties: Record<string, string[]> } {
  const names = [subject.name, ...(subject.aliases ?? [])].filter((name) => name.trim() !== '');
  if (subject.type === 'individual') return { schema: 'Person', properties: { name: names } };
  const numbers = (subject.identifiers ?? []).map(({ value }) => value);
  return {
    schema: 'LegalEntity',
    properties: { name: names, ...(numbers.length > 0 && { registrationNumber: numbers }) },
  };
}

function meaningOf(status: number, dataset: string): string {
  if (status === 401 || status === 403) return ': the key was not accepted';
  if (status === 404) return `: it has no data set ${dataset}`;
  return status === 429 ? ': the rate or the quota of the key is used up' : '';
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
