import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

/** Signed calls against one gateway over kept-alive connections, as a server integration makes them. */
export class LoadClient {
  readonly #agent: Agent;
  readonly #target: { baseUrl: string; apiKey: string; secret: string; domain: string };

  constructor(
    target: { baseUrl: string; apiKey: string; secret: string; domain: string },
    connections: number,
  ) {
    this.#target = target;
    this.#agent = new Agent({ connections, pipelining: 1 });
  }

  /** Sends one call; answers `data`, throws on anything but 200. */
  async call(operation: string, input: unknown, version = '1.0.0'): Promise<Record<string, unknown>> {
    const body = JSON.stringify(input);
    const sign = createHmac('sha256', this.#target.secret).update(body).digest('hex');
    const query = `api=${operation}&apiVersion=${version}&apiKey=${this.#target.apiKey}&sign=${sign}`;
    const response = await request(`${this.#target.baseUrl}?${query}`, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: { 'content-type': 'application/json', 'x-domain': this.#target.domain },
      body,
    });
    const answer = (await response.body.json()) as {
      apiCode: number;
      apiMsg: string;
      data: Record<string, unknown>;
    };
    if (answer.apiCode !== 200 || (answer.data['code'] !== undefined && answer.data['code'] !== 200)) {
      throw new Error(`${operation}: ${response.statusCode} ${answer.apiMsg} ${JSON.stringify(answer.data)}`);
    }
    return answer.data;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}

/** Runs `work` from `lanes` lanes until `untilMs` from now; answers how long each took, in milliseconds. */
export async function inLanes(
  lanes: number,
  forMs: number,
  work: (turn: number) => Promise<void>,
): Promise<number[]> {
  const end = performance.now() + forMs;
  const took: number[] = [];
  let turn = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) {
        const from = performance.now();
        turn += 1;
        await work(turn);
        took.push(performance.now() - from);
      }
    }),
  );
  return took;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
