import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import {
  type ConsoleRoute,
  type ConsoleRouteName,
  consoleRoutes,
  isPersonalFilter,
  phrase,
  phrasesOfIssue,
  tokenRoutesOf,
} from '@gatehouse/contract';
import { z } from 'zod';
import { describeFault } from '../lib/json/json-fault.ts';
import { parseStrictJson } from '../lib/json/strict-json.ts';
import type { Scope } from '../lib/scope.ts';
import { isDecodable, isStorableText } from '../lib/storable-text.ts';
import type { ConsoleUser } from './console-call.ts';
import { ConsoleRefusal } from './console-refusal.ts';

/** Whether a person acts, which keeps a session alive, or a page that was left open reads on by itself. */
export type SessionUse = 'attended' | 'unattended';

/** A call as it came in. */
export interface UncheckedCall {
  readonly token: string | undefined;
  /** Of an access token, in place of a session. */
  readonly bearer: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly params: unknown;
  /** Parsed, and as it stood in the address. */
  readonly query: unknown;
  readonly search: string;
  readonly body: Buffer | Readable | undefined;
}

interface CheckTools {
  authenticate(token: string, use: SessionUse): Promise<ConsoleUser | undefined>;
  authenticateBearer(token: string): Promise<ConsoleUser | undefined>;
  domainsOf(tenantId: string): ReadonlySet<string>;
}

interface CheckedCall {
  readonly user: ConsoleUser | undefined;
  readonly scope: Scope | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * THE place where a call of the console is let in: from our own pages, signed in or by an access token, permitted by a
 * role, in a domain of the person's tenant, and only then in a form that its route takes.
 */
export async function checkCall(
  name: ConsoleRouteName,
  call: UncheckedCall,
  tools: CheckTools,
): Promise<CheckedCall> {
  const route: ConsoleRoute = consoleRoutes[name];
  if (route.method !== 'GET') refuseOtherSites(call.headers);
  const user =
    route.access === 'anyone' ? undefined : await signedIn(call, { tools, use: useOf(route, call.headers) });
  if (user !== undefined && route.access !== 'anyone' && route.access !== 'signedIn') {
    if (user.needs === 'secondFactor') throw new ConsoleRefusal('SECOND_FACTOR_MISSING');
    if (!user.permissions.includes(route.access)) {
      throw new ConsoleRefusal(
        'FORBIDDEN',
        phrase('refusals.missingPermission', { permission: route.access }),
      );
    }
  }
  if (user?.accessToken !== undefined) refuseBeyondToken(name, user, call.query);
  if (route.needsProof && user?.isProved !== true) throw new ConsoleRefusal('PROOF_NEEDED');
  // An address that cannot be one of ours is simply not there.
  const params = route.params?.safeParse(call.params);
  if (params?.success === false || unstorableMember(call.params) !== undefined)
    throw new ConsoleRefusal('NOT_FOUND');
  const scope = scopeOf(user, params?.data, tools);
  return {
    user,
    scope,
    params: params?.data,
    query: route.query && readQuery(route.query, call),
    body:
      route.takes === 'file' ? readFile(call.body) : route.body && checked(route.body, readBody(call.body)),
  };
}

/**
 * SameSite keeps the cookie from other sites; this keeps out what it does not know, such as another port of the
 * same site. A page elsewhere cannot send a header of its own without asking first, and nobody answers that.
 */
function refuseOtherSites(headers: IncomingHttpHeaders): void {
  const fetchSite = headers['sec-fetch-site'];
  const isOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  if (headers['x-gatehouse-console'] === undefined || !isOurs) throw new ConsoleRefusal('CROSS_SITE');
}

/**
 * Our pages say when nobody has touched them for a while. Who leaves that out prolongs their own session, as by any
 * other call; a connection for events says nothing of whether somebody sits before it.
 */
function useOf(route: ConsoleRoute, headers: IncomingHttpHeaders): SessionUse {
  return route.answers === 'events' || headers['x-gatehouse-unattended'] !== undefined
    ? 'unattended'
    : 'attended';
}

async function signedIn(
  { token, bearer }: UncheckedCall,
  { tools, use }: { readonly tools: CheckTools; readonly use: SessionUse },
): Promise<ConsoleUser> {
  const user =
    bearer !== undefined
      ? await tools.authenticateBearer(bearer)
      : token === undefined
        ? undefined
        : await tools.authenticate(token, use);
  if (user === undefined) throw new ConsoleRefusal('UNAUTHENTICATED');
  return user;
}

/** A token makes the calls that are listed for it, and those alone. */
function refuseBeyondToken(
  name: ConsoleRouteName,
  { permissions, accessToken }: ConsoleUser,
  query: unknown,
): void {
  const personalData = accessToken?.personalData === true;
  const names: readonly ConsoleRouteName[] = tokenRoutesOf(permissions, true);
  if (!names.includes(name)) throw new ConsoleRefusal('FORBIDDEN', phrase('refusals.notByToken'));
  const shown: readonly ConsoleRouteName[] = tokenRoutesOf(permissions, personalData);
  if (!shown.includes(name)) throw new ConsoleRefusal('FORBIDDEN', phrase('refusals.tokenHidesPersonalData'));
  const field = personalData ? undefined : Object.keys(query ?? {}).find(isPersonalFilter);
  if (field !== undefined) throw new ConsoleRefusal('FORBIDDEN', phrase('refusals.tokenFilter'), { field });
}

/** A domain that is not the tenant's, or not the token's, is not there, whoever else has one of that name. */
function scopeOf(user: ConsoleUser | undefined, params: unknown, tools: CheckTools): Scope | undefined {
  const domain = (params as { domain?: string } | undefined)?.domain;
  if (user === undefined || domain === undefined) return undefined;
  const isOfToken = user.accessToken === undefined || user.accessToken.domain === domain;
  if (!isOfToken || !tools.domainsOf(user.tenantId).has(domain)) throw new ConsoleRefusal('NOT_FOUND');
  return { tenantId: user.tenantId, domain };
}

/** What the store cannot hold is refused here for every route: no handler has to think of it. */
function readQuery(schema: z.ZodType, { query, search }: UncheckedCall): unknown {
  if (!isDecodable(search)) throw new ConsoleRefusal('MALFORMED', phrase('refusals.addressUnreadable'));
  const field = unstorableMember(query);
  if (field !== undefined) throw new ConsoleRefusal('INVALID', phrase('rules.noNull'), { field });
  return checked(schema, query);
}

/** The first member of a path or query that holds a text which cannot be stored. */
function unstorableMember(texts: unknown): string | undefined {
  const found = Object.entries(texts ?? {}).find(([, value]) =>
    [value].flat().some((text) => typeof text === 'string' && !isStorableText(text)),
  );
  return found?.[0];
}

/** Whoever may call reads it, piece by piece and no further than is taken. */
function readFile(body: UncheckedCall['body']): Readable {
  if (body === undefined) throw new ConsoleRefusal('INVALID', phrase('refusals.bodyMissing'));
  if (body instanceof Readable) return body;
  throw new ConsoleRefusal('UNSUPPORTED_MEDIA_TYPE', phrase('refusals.bodyNotFile'));
}

function readBody(body: UncheckedCall['body']): unknown {
  if (body === undefined) throw new ConsoleRefusal('INVALID', phrase('refusals.bodyMissing'));
  if (body instanceof Readable) throw new ConsoleRefusal('UNSUPPORTED_MEDIA_TYPE');
  const parsed = parseStrictJson(body);
  if (!parsed.ok) throw new ConsoleRefusal('MALFORMED', { english: describeFault(parsed.fault) });
  return parsed.value;
}

/** The first fault, without the value: it may be a password. */
function checked(schema: z.ZodType, value: unknown): unknown {
  // The input says whether a value is missing; it is not passed on.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...issue.path, ...unknown.slice(0, 1)] as (string | number)[];
  throw new ConsoleRefusal(
    'INVALID',
    phrasesOfIssue(issue, issue.input) ?? { english: issue.message },
    path.length === 0 ? {} : { field: z.core.toDotPath(path) },
  );
}
