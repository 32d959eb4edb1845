import type { ConsoleData, ConsoleRouteName, ProblemBody } from '@gatehouse/contract';

/** What the console's interface answered. */
export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ConsoleRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service with its console's address. */
interface ServesConsole {
  readonly app: { readonly consoleUrl: string };
}

/** A person's browser: keeps the cookies, sends the header of our own pages. */
export class Browser {
  readonly #origin: string;
  cookie: string | undefined;
  /** What a service with a read replica says of the last write. */
  position: string | undefined;

  constructor(service: ServesConsole) {
    this.#origin = service.app.consoleUrl;
  }

  async send(path: string, request: ConsoleRequest = {}): Promise<ConsoleAnswer> {
    const { method = 'GET', body } = request;
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'x-gatehouse-console': '1' }),
        ...(this.cookie === undefined
          ? {}
          : { cookie: [this.cookie, this.position].filter(Boolean).join('; ') }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
    const isPosition = (cookie: string) => cookie.startsWith('gatehouse_position=');
    this.position = cookies.find(isPosition) ?? this.position;
    this.cookie = cookies.find((cookie) => !isPosition(cookie)) ?? this.cookie;
    const { status, headers } = response;
    if (headers.get('content-type')?.startsWith('text/event-stream')) {
      // It has no end.
      await response.body?.cancel();
      return { status, headers, text: '' };
    }
    return { status, headers, text: await response.text() };
  }

  /** A call that must succeed; `Name` tells what it answers. */
  async get<Name extends ConsoleRouteName>(path: string): Promise<ConsoleData<Name>> {
    return parsed(await this.send(path)) as ConsoleData<Name>;
  }

  async post<Name extends ConsoleRouteName>(path: string, body?: unknown): Promise<ConsoleData<Name>> {
    return parsed(await this.send(path, { method: 'POST', body })) as ConsoleData<Name>;
  }

  /** A call that must be refused: its status and body. */
  async refused(path: string, request: ConsoleRequest = {}): Promise<{ status: number } & ProblemBody> {
    const { status, text } = await this.send(path, request);
    if (status < 400) throw new Error(`${path} was not refused: ${status} ${text}`);
    return { status, ...(JSON.parse(text) as ProblemBody) };
  }
}

function parsed({ status, text }: ConsoleAnswer): unknown {
  if (status !== 200) throw new Error(`the console answered ${status}: ${text}`);
  return JSON.parse(text);
}

export const password = 'correct-horse-battery';

/** Members of a tenant file's `users` as stories need them; the password is everybody's. */
export function person(name: string, roles: readonly string[], groups: readonly string[] = []) {
  return { email: `${name}@example.test`, name, password, roles, groups };
}

/** Signs a person of a tenant in. */
export async function signIn(service: ServesConsole, tenant: { id: string }, name: string): Promise<Browser> {
  const browser = new Browser(service);
  await browser.post('/session', { tenant: tenant.id, email: `${name}@example.test`, password });
  return browser;
}
