import { createHash } from 'node:crypto';
import { phrase } from '@gatehouse/contract';
import * as oidc from 'openid-client';
import { recordAudit, tenantLevel } from '../audit/index.ts';
import { ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import type { Egress } from '../lib/egress.ts';
import type { Logger } from '../lib/logger.ts';
import { openSecret } from '../lib/secrets.ts';
import { type DataKeys, identityProviderContext } from '../tenants/index.ts';
import { consumeCeremony, startCeremony } from './ceremonies.ts';
import { discoverProvider, ProviderRefused, ProviderUnreachable, toFailure } from './provider-client.ts';
import {
  findByIdentity,
  findProviders,
  insertIdentity,
  type ProviderRow,
  readProvider,
} from './provider-queries.ts';
import type { Account } from './session-queries.ts';

export interface SingleSignOnParts {
  readonly database: Database;
  readonly keys: DataKeys;
  readonly egress: Egress;
  readonly logger: Logger;
  /** Where browsers reach the service. */
  publicUrl(): string;
}

/** What the second call needs to know of the first. */
interface PendingSignIn {
  readonly tenantId: string;
  readonly providerId: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a provider says of somebody who signed in there. */
interface ProviderClaims {
  readonly subject: string;
  /** Verified, and of a domain that the provider speaks for. Asked for where nobody is known by the subject alone. */
  email(): Promise<string | undefined>;
  /** Whether the provider says that they proved it just now, and did not only continue with a session of theirs. */
  readonly isFresh: boolean;
}

/** Within what time before the answer a sign-in at the provider counts as one of now. */
const freshSeconds = 120;

/**
 * The page of the console that providers send browsers back to: each to one of its own, so that one provider's answer is
 * never taken to another (RFC 9700, 4.4).
 */
const callbackPage = '/console/single-sign-on';

/** Metadata and keys of a provider are read again after so long: they change when it rolls its keys. */
const metadataTtlMs = 10 * 60_000;

/**
 * Signing in by identity providers of the tenant's choice (OpenID Connect, authorization code with PKCE). A provider says
 * who somebody is; what they may do here is in their account, which must be there before.
 */
export class SingleSignOn {
  readonly #parts: SingleSignOnParts;
  readonly #known = new Map<string, { readonly at: number; readonly client: Promise<oidc.Configuration> }>();

  constructor(parts: SingleSignOnParts) {
    this.#parts = parts;
  }

  /** Where the browser is to go. @throws ConsoleRefusal */
  async start(request: { readonly email: string; readonly tenant?: string | undefined }) {
    const { database } = this.#parts;
    const email = request.email.trim().toLowerCase();
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const found = await database.operator((tx) => findProviders(tx, { domain, tenant: request.tenant }));
    const [provider] = found;
    if (provider === undefined || found.length > 1) throw new ConsoleRefusal('SINGLE_SIGN_ON_MISSING');
    const client = await this.#client(provider).catch((error: unknown) => this.#tell(error, provider));
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: this.#callbackUrl(provider),
      response_type: 'code',
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: email,
    });
    const { tenantId, providerId } = provider;
    const data: PendingSignIn = { tenantId, providerId, state, nonce, verifier };
    const ceremony = await database.operator((tx) => startCeremony(tx, { kind: 'singleSignOn', data }));
    return { ceremony, url: url.href, provider: provider.name };
  }

  /** Whose account it is that the provider vouched for. @throws ConsoleRefusal */
  async signedBy(answer: {
    readonly ceremony: string;
    /** Whose page the browser came back to. */
    readonly tenant: string;
    readonly provider: string;
    readonly query: string;
    readonly client: string;
  }): Promise<{ readonly account: Account; readonly isFresh: boolean }> {
    const { database } = this.#parts;
    const found = await database.operator(async (tx) => {
      const started = await consumeCeremony<PendingSignIn>(tx, {
        kind: 'singleSignOn',
        token: answer.ceremony,
      });
      return started && { started: started, provider: await readProvider(tx, started) };
    });
    if (found?.provider === undefined) {
      throw new ConsoleRefusal('PROVIDER_REFUSED', phrase('refusals.signInExpired'));
    }
    const { started, provider } = found;
    try {
      if (started.tenantId !== answer.tenant || started.providerId !== answer.provider) {
        throw new ProviderRefused(phrase('refusals.providerOther'));
      }
      const vouched = await this.#ask(provider, started, answer.query);
      const known = await this.#knownBy(provider, vouched.subject);
      const account = known ?? (await this.#link(provider, vouched.subject, await vouched.email()));
      return { account, isFresh: vouched.isFresh };
    } catch (error) {
      await this.#note(provider, { error, client: answer.client });
      return this.#tell(error, provider);
    }
  }

  /** Exchanges the code for what the provider says of the person. */
  async #ask(provider: ProviderRow, started: PendingSignIn, query: string): Promise<ProviderClaims> {
    const client = await this.#client(provider);
    const url = new URL(this.#callbackUrl(provider));
    url.search = query;
    const tokens = await oidc
      .authorizationCodeGrant(client, url, {
        expectedState: started.state,
        expectedNonce: started.nonce,
        pkceCodeVerifier: started.verifier,
        idTokenExpected: true,
      })
      .catch(toFailure);
    const token = tokens.claims()!;
    const email = async () =>
      addressOf(
        token['email'] === undefined
          ? await oidc.fetchUserInfo(client, tokens.access_token, token.sub).catch(toFailure)
          : token,
        provider,
      );
    const at = token['auth_time'];
    const isFresh = typeof at === 'number' && Math.abs(Date.now() / 1000 - at) < freshSeconds;
    return { subject: token.sub, email, isFresh };
  }

  /** Whom the provider vouched for before. */
  #knownBy({ tenantId, providerId }: ProviderRow, subject: string): Promise<Account | undefined> {
    return this.#parts.database.operator((tx) =>
      findByIdentity(tx, { tenantId, providerId, subject }, undefined),
    );
  }

  /** Whose account it is by the address that the provider gives, from now on known by the provider's own id. */
  async #link(provider: ProviderRow, subject: string, email: string | undefined): Promise<Account> {
    const { tenantId, providerId } = provider;
    const identity = { tenantId, providerId, subject };
    return this.#parts.database.operator(async (tx) => {
      const account = await findByIdentity(tx, identity, email);
      if (account === undefined) {
        throw new ProviderRefused(
          email === undefined
            ? phrase('refusals.providerNoAddress')
            : phrase('refusals.providerUnknownPerson', { email }),
        );
      }
      if (!account.isLinked) {
        if (!(await insertIdentity(tx, identity, account.email))) {
          throw new ProviderRefused(phrase('refusals.providerLinkedMeanwhile'));
        }
        await recordAudit(
          tx,
          { tenantId, domain: tenantLevel },
          {
            actor: { kind: 'user', id: account.email },
            act: 'user.link_identity',
            object: { kind: 'user', id: account.email },
            detail: { provider: providerId, subject },
          },
        );
      }
      return account;
    });
  }

  #callbackUrl({ tenantId, providerId }: ProviderRow): string {
    return new URL(`${callbackPage}/${tenantId}/${providerId}`, this.#parts.publicUrl()).href;
  }

  async #client(provider: ProviderRow): Promise<oidc.Configuration> {
    const { tenantId, providerId, issuer, clientId, clientSecret } = provider;
    const dataKey = await this.#parts.keys.of({ tenantId });
    const place = identityProviderContext(tenantId, providerId);
    const secret = clientSecret === null ? undefined : openSecret(dataKey, place, clientSecret);
    const settings = { issuer, clientId, clientSecret: secret };
    const key = createHash('sha256').update(JSON.stringify(settings)).digest('base64');
    const known = this.#known.get(key);
    if (known !== undefined && performance.now() - known.at < metadataTtlMs) return known.client;
    const client = discoverProvider(settings, this.#parts.egress);
    const entry = { at: performance.now(), client };
    this.#known.set(key, entry);
    // What failed is asked again the next time.
    client.catch(() => this.#known.get(key) === entry && this.#known.delete(key));
    return client;
  }

  /** What the person hears; whoever runs the deployment reads the cause. */
  #tell(error: unknown, { name, tenantId, providerId }: ProviderRow): never {
    const isWay = error instanceof ProviderUnreachable;
    if (!isWay && !(error instanceof ProviderRefused)) throw error;
    this.#parts.logger.warn({ err: error, tenantId, providerId }, 'single sign-on failed');
    const said = [phrase('refusals.ofProvider', { name }), error.said];
    throw new ConsoleRefusal(isWay ? 'PROVIDER_UNREACHABLE' : 'PROVIDER_REFUSED', said);
  }

  async #note(
    { tenantId, providerId }: ProviderRow,
    { error, client }: { readonly error: unknown; readonly client: string },
  ): Promise<void> {
    if (!(error instanceof ProviderRefused)) return;
    await this.#parts.database.operator((tx) =>
      recordAudit(
        tx,
        { tenantId, domain: tenantLevel },
        {
          actor: { kind: 'system', id: 'single-sign-on' },
          act: 'session.refuse',
          object: { kind: 'identity_provider', id: providerId },
          detail: { client, reason: error.reason },
        },
      ),
    );
  }
}

/** The address that a provider gives, where it may be taken for the person's. */
function addressOf(claims: oidc.UserInfoResponse | oidc.IDToken, provider: ProviderRow): string | undefined {
  const { email: submitted, email_verified: verified } = claims;
  if (typeof submitted !== 'string') return undefined;
  if (verified === false || (verified !== true && !provider.trustsAddresses)) return undefined;
  const email = submitted.trim().toLowerCase();
  return provider.emailDomains.includes(email.slice(email.lastIndexOf('@') + 1)) ? email : undefined;
}
