/** A person who acts over the console's interface. */
export class ConsoleCaller {
  readonly #address: string;
  /** Of the session, as a browser sends it. */
  readonly cookie: string;

  private constructor(address: string, cookie: string) {
    this.#address = address;
    this.cookie = cookie;
  }

  static async signIn(
    port: number,
    who: { readonly tenant: string; readonly email: string; readonly password: string },
  ): Promise<ConsoleCaller> {
    const address = `http://127.0.0.1:${port}/console/api`;
    const answer = await send(`${address}/session`, {}, who);
    const [cookie = ''] = answer.headers.getSetCookie();
    return new ConsoleCaller(address, cookie.split(';', 1)[0]!);
  }

  async get(path: string): Promise<Record<string, unknown>> {
    const answer = await send(`${this.#address}${path}`, { cookie: this.cookie });
    return (await answer.json()) as Record<string, unknown>;
  }

  /** Hears events until the signal, connecting again as browsers do. */
  async listen(path: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const answer = await fetch(`${this.#address}${path}`, { headers: { cookie: this.cookie }, signal });
        for await (const _piece of answer.body!) if (signal.aborted) return;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }

  async post(path: string, body: unknown): Promise<Record<string, unknown>> {
    const answer = await send(`${this.#address}${path}`, { cookie: this.cookie }, body);
    return (await answer.json()) as Record<string, unknown>;
  }
}

async function send(url: string, headers: Record<string, string>, body?: unknown): Promise<Response> {
  const answer = await fetch(
    url,
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'x-gatehouse-console': '1', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  );
  if (answer.status !== 200) throw new Error(`the console answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
