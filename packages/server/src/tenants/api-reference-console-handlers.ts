import { type ApiReferenceContent, operations, phrase } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { CallAsKey, KeyDirectory } from '../gateway/index.ts';
import type { ApiKeys } from './api-keys.ts';

export interface ApiReferenceServices {
  readonly apiKeys: ApiKeys;
  /** Keys in memory, of all tenants. */
  readonly tenants: KeyDirectory;
  readonly callAsKey: CallAsKey;
  readonly addresses: () => { readonly baseUrl: string; readonly storageUrl: string };
  readonly wireApiVersions: Readonly<Record<string, string>> | undefined;
  /** Lets this node know at once of what was changed on others. */
  readonly refresh: () => Promise<void>;
}

/** The reference of the gateway's operations, and calls of them by a key whose secret stays here. */
export function apiReferenceConsoleHandlers({
  apiKeys,
  tenants,
  callAsKey,
  addresses,
  wireApiVersions,
  refresh,
}: ApiReferenceServices): Pick<ConsoleHandlers, 'apiReference.read' | 'apiReference.run'> {
  // Loaded by whoever asks first: its schemas take as long as much of a start.
  let content: Promise<ApiReferenceContent> | undefined;
  return {
    'apiReference.read': async () => {
      content ??= import('@gatehouse/contract/api-reference').then(({ apiReferenceContent }) =>
        apiReferenceContent(wireApiVersions),
      );
      const { baseUrl, storageUrl } = addresses();
      return { baseUrl, storageUrl, ...(await content) };
    },
    'apiReference.run': async ({ user, scope, body, requestId }) => {
      const { apiKey, operation, apiVersion, idempotencyKey } = body;
      if (!Object.hasOwn(operations, operation)) {
        throw new ConsoleRefusal('INVALID', phrase('refusals.operationUnknown', { operation }), {
          field: 'operation',
        });
      }
      // The page offers keys as the store has them: one that another node made or changed is not awaited until the next poll.
      await refresh();
      if (tenants.find(apiKey)?.tenantId !== user.tenantId) throw new ConsoleRefusal('NOT_FOUND');
      const { domain } = scope;
      const actor = { kind: 'user', id: user.email } as const;
      // Before it runs: what took effect is never without its record.
      await apiKeys.recordRun(
        { tenantId: user.tenantId, apiKey, actor },
        { operation, apiVersion, domain, requestId },
      );
      const startedAt = performance.now();
      const response = await callAsKey({
        apiKey,
        api: operation,
        apiVersion,
        domain,
        idempotencyKey: idempotencyKey ?? undefined,
        body: Buffer.from(body.body),
        requestId,
      });
      return {
        status: response.status,
        headers: pairsOf(response.headers),
        body: response.body,
        milliseconds: Math.round(performance.now() - startedAt),
      };
    },
  };
}

/** Names and values in turn, as pairs. */
function pairsOf(headers: readonly string[]): { name: string; value: string }[] {
  const pairs: { name: string; value: string }[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    pairs.push({ name: headers[at]!, value: headers[at + 1]! });
  return pairs;
}
