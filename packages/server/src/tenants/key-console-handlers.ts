import { Buffer } from 'node:buffer';
import { type ConsoleBody, type KeyView, operations, phrase } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { KeyDirectory, OperationRoutes } from '../gateway/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { ApiKeys, KeyOutcome, KeyRequest } from './api-keys.ts';
import type { KeyUsage } from './key-uses.ts';
import { widens } from './key-widening.ts';
import { checkRequest } from './request-checker/index.ts';

type KeyHandlers = Pick<
  ConsoleHandlers,
  | 'keys.list'
  | 'keys.create'
  | 'keys.change'
  | 'keys.rotate'
  | 'keys.endOverlap'
  | 'keys.revoke'
  | 'keys.checkRequest'
>;

export interface KeyServices {
  readonly apiKeys: ApiKeys;
  readonly keyUses: KeyUsage;
  /** Keys in memory, of all tenants. */
  readonly tenants: KeyDirectory;
  readonly routes: OperationRoutes;
  readonly clock: Clock;
  readonly addresses: () => { readonly baseUrl: string; readonly storageUrl: string };
  /** Bytes that the body of a call may have. */
  readonly bodyLimit: number;
  domainsOf(tenantId: string): ReadonlySet<string>;
  /** Lets this node know at once of what was changed, here or on other nodes. */
  refresh(): Promise<void>;
}

/** What people do of their tenant's API keys, and the check of requests that were signed with them. */
export function keyConsoleHandlers(services: KeyServices): KeyHandlers {
  const { apiKeys, keyUses } = services;
  const finish = async <Done>(outcome: Exclude<KeyOutcome<Done>, Refusing>): Promise<Done> => {
    await services.refresh();
    return outcome as Done;
  };
  /** Letting a key do more is as good as making one. */
  const refuseMore = async (tenantId: string, apiKey: string, body: ConsoleBody<'keys.change'>) => {
    const key = (await apiKeys.list(tenantId)).find((one) => one.apiKey === apiKey);
    if (key === undefined || key.state === 'revoked') return;
    // What is evaluated is what is changed: the change itself refuses any other revision than this one.
    if (key.revision !== body.expectedRevision) {
      throw new ConsoleRefusal('VERSION_CONFLICT', undefined, { version: key.revision });
    }
    if (widens(key, body)) throw new ConsoleRefusal('PROOF_NEEDED');
  };
  return {
    'keys.list': async ({ user: { tenantId } }) => {
      await keyUses.flush();
      const { baseUrl, storageUrl } = services.addresses();
      return { baseUrl, storageUrl, operations: knownOperations, keys: await apiKeys.list(tenantId) };
    },
    'keys.create': async ({ user, body }) => {
      checkNames(body, services.domainsOf(user.tenantId));
      const { key, secret } = await apiKeys.create(requestOf(user, ''), body);
      await services.refresh();
      return { key, secret };
    },
    'keys.change': async ({ user, params, body }) => {
      checkNames(body, services.domainsOf(user.tenantId));
      if (!user.isProved) await refuseMore(user.tenantId, params.apiKey, body);
      return (await finish(done(await apiKeys.change(requestOf(user, params.apiKey), body)))).key;
    },
    'keys.rotate': async ({ user, params, body }) => {
      // Whether the active secret was used decides what a rotation may do.
      await keyUses.flush();
      const outcome = done(await apiKeys.rotate(requestOf(user, params.apiKey), body.overlapHours));
      const { key, secret } = await finish(outcome);
      return { key, secret };
    },
    'keys.endOverlap': async ({ user, params }) =>
      (await finish(done(await apiKeys.endOverlap(requestOf(user, params.apiKey))))).key,
    'keys.revoke': async ({ user, params }) =>
      (await finish(done(await apiKeys.revoke(requestOf(user, params.apiKey))))).key,
    'keys.checkRequest': async ({ user, body }) => {
      const { method, url, headers, encoding } = body;
      const bytes = Buffer.from(body.body, encoding === 'text' ? 'utf8' : 'base64');
      // A key that another node made or changed is checked as it is now.
      await services.refresh();
      const checked = await checkRequest(
        { method, url, headers, body: bytes },
        {
          baseUrl: services.addresses().baseUrl,
          routes: services.routes,
          keyOf: (apiKey) => {
            const key = services.tenants.find(apiKey);
            return key?.tenantId === user.tenantId ? key : undefined;
          },
          bodyLimit: services.bodyLimit,
          now: services.clock.now(),
        },
      );
      const { signed, apiKey, findings } = checked;
      if (signed !== undefined && apiKey !== undefined) {
        await apiKeys.recordCheck(requestOf(user, apiKey), { sha256: signed.sha256, bytes: signed.count });
      }
      return { findings: [...findings], signed: signed ?? null };
    },
  };
}

const knownOperations = Object.values(operations).map(({ name, versions }) => ({
  name,
  versions: versions === 'open' ? [] : [...versions],
}));

function requestOf({ tenantId, email }: ConsoleUser, apiKey: string): KeyRequest {
  return { tenantId, apiKey, actor: { kind: 'user', id: email } };
}

/** Refuses a domain that is not the tenant's, and an operation that there is not. */
function checkNames(
  { domains, operations: named }: Pick<KeyView, 'domains' | 'operations'>,
  ofTenant: ReadonlySet<string>,
): void {
  const foreign = domains?.find((domain) => !ofTenant.has(domain));
  if (foreign !== undefined) {
    throw new ConsoleRefusal('INVALID', phrase('refusals.domainForeign', { domain: foreign }), {
      field: 'domains',
    });
  }
  const unknown = named.find((name) => name !== '*' && !Object.hasOwn(operations, name));
  if (unknown !== undefined) {
    throw new ConsoleRefusal('INVALID', phrase('refusals.operationUnknown', { operation: unknown }), {
      field: 'operations',
    });
  }
}

type Refusing = { readonly kind: 'notFound' | 'revoked' | 'overlaps' | 'conflict' };

function done<Done>(outcome: KeyOutcome<Done>): { readonly kind: 'done' } & Done {
  switch (outcome.kind) {
    case 'done':
      return outcome;
    case 'notFound':
      throw new ConsoleRefusal('NOT_FOUND');
    case 'revoked':
      throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.keyRevoked'));
    case 'conflict':
      throw new ConsoleRefusal('VERSION_CONFLICT', undefined, { version: outcome.revision });
    case 'overlaps':
      throw new ConsoleRefusal('SECRET_REFUSED', phrase('refusals.keyOverlap'));
  }
}
