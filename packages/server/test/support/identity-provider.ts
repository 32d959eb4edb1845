import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person as the provider knows them, by its own id. */
export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A real OpenID Connect provider on loopback; whoever comes is signed in as `current`, without being asked. */
export class TestIdentityProvider {
  readonly people = new Map<string, ProviderPerson>();
  /** The provider's id of who comes next; undefined: they give up. */
  current: string | undefined;
  readonly clientId = 'gatehouse';
  readonly clientSecret = 'a-secret-of-the-client';
  /** Addresses that were asked for, for tests of what was told. */
  readonly asked: string[] = [];
  readonly #server: Server;

  static async start(): Promise<TestIdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestIdentityProvider(server);
  }

  private constructor(server: Server) {
    this.#server = server;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Takes the console's addresses as its client's; calls are answered from then on. */
  serve(answerUrls: string[]): void {
    const provider = new Provider(this.issuer, {
      clients: [
        { client_id: this.clientId, client_secret: this.clientSecret, redirect_uris: answerUrls },
        { client_id: 'public', token_endpoint_auth_method: 'none', redirect_uris: answerUrls },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['for tests'] },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/who' },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...this.people.get(id) }) }),
      // Nobody is asked whether the console may know them.
      loadExistingGrant: async (context) => {
        const grant = new provider.Grant({
          accountId: context.oidc.session!.accountId!,
          clientId: context.oidc.client!.clientId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    this.#server.on('request', (request, response) => {
      this.asked.push(request.url!);
      if (!request.url!.startsWith('/who')) return void answer(request, response);
      const result =
        this.current === undefined
          ? { error: 'access_denied', error_description: 'the person gave up' }
          : { login: { accountId: this.current, remember: false } };
      void provider.interactionFinished(request, response, result);
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A browser at the provider: follows it until it sends the browser elsewhere; answers that address. */
export async function followProvider(from: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(from);
  for (const { origin } = url; url.origin === origin; ) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
