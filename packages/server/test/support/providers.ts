import { createServer, type IncomingHttpHeaders } from 'node:http';

/** One question as a provider's server got it. */
interface ProviderQuestion {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type ProviderReply =
  | {
      readonly status?: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Reads the question and never answers. */
  | 'hang';

type PlannedReply =
  | ProviderReply
  /** A promise is answered when it is settled. */
  | ((question: ProviderQuestion) => ProviderReply | Promise<ProviderReply>);

/** Plays the servers that engines ask: search providers, hosted data sets, publishers. */
export interface ProviderServer {
  readonly url: string;
  readonly questions: readonly ProviderQuestion[];
  questionsTo(path: string): ProviderQuestion[];
  /** What a path answers from now on; several answers come in turn, the last repeatedly. */
  reply(path: string, ...replies: PlannedReply[]): void;
  stop(): Promise<void>;
}

/** Starts on a free port of 127.0.0.1; a path without a reply is a 404. */
export async function startProviderServer(): Promise<ProviderServer> {
  const questions: ProviderQuestion[] = [];
  const replies = new Map<string, PlannedReply[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const answer = async (): Promise<void> => {
      const url = new URL(request.url ?? '', 'http://provider');
      const question: ProviderQuestion = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      questions.push(question);
      const planned = replies.get(url.pathname) ?? [{ status: 404 }];
      const next = planned.length > 1 ? planned.shift()! : planned[0]!;
      const reply = typeof next === 'function' ? await next(question) : next;
      if (reply === 'hang') return;
      const { status = 200, body = {}, headers = {} } = reply;
      response.writeHead(status, headers);
      response.end(typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body));
    };
    request.on('end', () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the provider has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    questions,
    questionsTo: (path) => questions.filter((question) => question.path === path),
    reply: (path, ...planned) => void replies.set(path, planned),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An answer of SearXNG's search API that finds these texts. */
export function searxngAnswer(
  results: readonly { url: string; title: string; content: string; publishedDate?: string }[],
): ProviderReply {
  return {
    body: {
      query: '',
      number_of_results: results.length,
      results: results.map((result) => ({ ...result, engines: ['example'], category: 'general', score: 1 })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    },
  };
}

/** An answer of the matching API of OpenSanctions that finds these entities. */
export function matchAnswer(entities: readonly { id: string; score: number }[]): ProviderReply {
  return {
    body: {
      responses: {
        subject: {
          status: 200,
          results: entities.map((entity) => ({
            referents: [],
            first_seen: '2024-01-01T00:00:00',
            last_seen: '2026-01-01T00:00:00',
            target: true,
            match: entity.score >= 0.7,
            features: { name_match: entity.score },
            ...entity,
          })),
          total: { value: entities.length, relation: 'eq' },
          query: {},
        },
      },
      matcher: {},
      limit: 200,
    },
  };
}
