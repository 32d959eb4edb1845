import type { ConsoleData, ConsoleRouteName } from '@gatehouse/contract';
import { CommandFailure } from '../commands/command-failure.ts';

/** A person of the demo at the console's interface. */
export class ConsoleClient {
  readonly #base: string;
  readonly #cookie: string;

  private constructor(base: string, cookie: string) {
    this.#base = base;
    this.#cookie = cookie;
  }

  /** @param base address of the interface, such as `http://127.0.0.1:8080/console/api` */
  static async signIn(
    base: string,
    person: { readonly tenant: string; readonly email: string; readonly password: string },
  ): Promise<ConsoleClient> {
    const response = await fetch(`${base}/session`, requestOf('POST', person, ''));
    await dataOf(response, '/session');
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
    return new ConsoleClient(base, cookies.join('; '));
  }

  /** `Name` tells what it answers. */
  async get<Name extends ConsoleRouteName>(path: string): Promise<ConsoleData<Name>> {
    const response = await fetch(`${this.#base}${path}`, { headers: { cookie: this.#cookie } });
    return (await dataOf(response, path)) as ConsoleData<Name>;
  }

  async post<Name extends ConsoleRouteName>(path: string, body: unknown): Promise<ConsoleData<Name>> {
    const response = await fetch(`${this.#base}${path}`, requestOf('POST', body, this.#cookie));
    return (await dataOf(response, path)) as ConsoleData<Name>;
  }
}

function requestOf(method: string, body: unknown, cookie: string): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json', 'x-gatehouse-console': '1', cookie },
    body: JSON.stringify(body),
  };
}

async function dataOf(response: Response, path: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new CommandFailure(`the console answered ${response.status} to ${path}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
