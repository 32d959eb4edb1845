import type { ConsoleData } from '@gatehouse/contract';
import { CommandFailure } from '../commands/command-failure.ts';

/** What the service answered: JSON, or why it did not. */
export type Reading =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly message: string };

/** Longest that an answer may take; the assistant hears then that there was none. */
const timeoutMs = 30_000;

/** Reads the console's interface of one service by an access token. */
export class ConsoleReader {
  readonly #base: string;
  readonly #token: string;

  constructor({ url, token }: { readonly url: string; readonly token: string }) {
    this.#base = `${url.replace(/\/+$/, '')}/console/api`;
    this.#token = token;
  }

  /** What the token is, and what it may call. @throws CommandFailure */
  async currentToken(): Promise<ConsoleData<'accessTokens.current'>> {
    const reading = await this.read('/access-token');
    if (!reading.ok) throw new CommandFailure(reading.message);
    return JSON.parse(reading.json) as ConsoleData<'accessTokens.current'>;
  }

  /** @param address Path below the interface, with its query. */
  async read(address: string): Promise<Reading> {
    let response: Response;
    let body: string;
    try {
      response = await fetch(`${this.#base}${address}`, {
        headers: { authorization: `Bearer ${this.#token}`, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      body = await response.text();
    } catch (error) {
      return { ok: false, message: `${this.#base} did not answer: ${reasonOf(error)}` };
    }
    if (response.ok) return { ok: true, json: body };
    if (response.status === 401) {
      return {
        ok: false,
        message: 'the access token is unknown, revoked or expired: create another one in the console',
      };
    }
    return { ok: false, message: `${response.status} ${problemOf(body)}` };
  }
}

/** The code and message of a refusal; of a body that is none, as when something else answers there, nothing. */
function problemOf(body: string): string {
  try {
    const { code, message, field } = JSON.parse(body) as { code?: string; message?: string; field?: string };
    return [code, field, message].filter((part) => part !== undefined).join(': ');
  } catch {
    return 'without a reason';
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
