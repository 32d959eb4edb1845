import { type Phrase, phrase, wordPhrases } from '@gatehouse/contract';
import * as oidc from 'openid-client';
import type { Egress } from '../lib/egress.ts';

/** What a client of OpenID Connect is set up by. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/** The provider cannot be asked: for people, without anything that is secret. */
export class ProviderUnreachable extends Error {
  readonly said: Phrase;

  constructor(said: Phrase, options: ErrorOptions = {}) {
    super(wordPhrases(said), options);
    this.said = said;
  }
}
/** The provider answered, and not as it would of somebody who signed in there. */
export class ProviderRefused extends Error {
  /** For the record, which takes no words of strangers: whoever has the address of a ceremony can write an answer. */
  readonly reason: string;
  readonly said: Phrase;

  constructor(said: Phrase, options: ErrorOptions & { readonly reason?: string } = {}) {
    super(wordPhrases(said), options);
    this.said = said;
    this.reason = options.reason ?? this.message;
  }
}

const deadlineMs = 10_000;
const maxBytes = 512 * 1024;

/**
 * A client of a provider, with its metadata read. All calls leave by the egress, as tenants choose the addresses.
 * @throws ProviderUnreachable
 */
export async function discoverProvider(
  settings: ProviderSettings,
  egress: Egress,
): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const options: oidc.DiscoveryRequestOptions = {
    [oidc.customFetch]: fetchBy(egress),
    // Only of this machine, as the tenant file allows no other.
    ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
  };
  const authentication = clientSecret === undefined ? oidc.None() : bySecret(clientSecret);
  const configuration = await oidc
    .discovery(new URL(issuer), clientId, undefined, authentication, options)
    .catch((error: unknown) => {
      throw (
        unreachable(error) ?? new ProviderUnreachable(phrase('refusals.providerMetadata'), { cause: error })
      );
    });
  // It would speak for whatever directory the token names, a stranger's as well.
  if (configuration.serverMetadata().issuer.includes('{')) {
    throw new ProviderUnreachable(phrase('refusals.providerDirectories'));
  }
  // The library would take what comes over TLS from the token endpoint as it is.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** By the header, as OpenID Connect has it, unless the provider says that it takes the form alone. */
function bySecret(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isByForm = methods !== undefined && !methods.includes('client_secret_basic');
    (isByForm ? post : basic)(server, client, body, headers);
  };
}

function fetchBy(egress: Egress): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const result = await egress.send({
      method,
      url,
      headers: Object.entries(headers),
      body: body === null || body === undefined ? undefined : await bytesOf(body),
      // A code is exchanged once: a second request would be refused.
      isIdempotent: method === 'GET',
      deadlineMs,
      maxResponseBytes: maxBytes,
      signal,
    });
    if (result.kind === 'failure')
      throw new ProviderUnreachable(phrase('refusals.providerUnreached', { detail: result.message }));
    if (result.truncated)
      throw new ProviderUnreachable(phrase('refusals.providerAnswerTooLarge', { max: maxBytes }));
    const hasBody = ![204, 205, 304].includes(result.status);
    return new Response(hasBody ? new Uint8Array(result.body) : null, {
      status: result.status,
      headers: [...result.headers],
    });
  };
}

async function bytesOf(body: NonNullable<oidc.FetchBody>): Promise<Buffer> {
  return Buffer.from(await new Response(body as ConstructorParameters<typeof Response>[0]).arrayBuffer());
}

/** Of OAuth 2.0 and OpenID Connect. */
const knownErrors: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
]);

const notItsClient = phrase('refusals.providerClient');

/** The library's errors in ours: what came of the way, and what came of the answer. */
export function toFailure(error: unknown): never {
  const way = unreachable(error);
  if (way !== undefined) throw way;
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    if (error.error === 'invalid_client') throw new ProviderRefused(notItsClient, { cause: error });
    const stated = (error.error_description ?? error.error).slice(0, 300);
    const reason = knownErrors.has(error.error) ? error.error : 'an error of no known name';
    throw new ProviderRefused(phrase('refusals.providerSays', { words: stated }), { cause: error, reason });
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) {
    throw new ProviderRefused(notItsClient, { cause: error });
  }
  if (error instanceof oidc.ClientError) {
    throw new ProviderRefused(phrase('refusals.providerIncomplete'), {
      cause: error,
    });
  }
  throw error;
}

function unreachable(error: unknown): ProviderUnreachable | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderUnreachable) return cause;
  }
  return undefined;
}
