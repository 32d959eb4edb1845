import { businessCodes, linkDays } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import type { Database } from '../../database/database.ts';
import { type Handlers, refuse } from '../../gateway/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { TenantDirectory } from '../../tenants/index.ts';
import type { Workflows } from '../../workflows/index.ts';
import { replaceLink } from './link-queries.ts';
import { newToken } from './links.ts';

const dayMs = 86_400_000;

/** Handles `sdk.launch.link.generate` (interface specification 4.1, docs/interface.md 4). */
export function launchLinkGenerate(service: {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly workflows: Workflows;
  readonly clock: Clock;
  /** Where the hosted pages are: links begin with it. */
  hostedUrl(): string;
}): Handlers['sdk.launch.link.generate'] {
  return async (call, { email, customerId, eventType }) => {
    const { scope, apiKey, requestId } = call;
    if (!service.tenants.tenant(scope.tenantId)?.events.has(eventType)) {
      return refuse(businessCodes.badParameter, `eventType ${eventType} is not enabled for this tenant`);
    }
    const route = service.workflows.route(scope, { eventType, source: 'SDK' });
    if (route.kind === 'none') return refuse(businessCodes.badParameter, route.message);
    const { token, hash } = newToken();
    const linkId = newId();
    const createdAt = service.clock.now();
    const expiresAt = new Date(createdAt.getTime() + linkDays * dayMs);
    await service.database.transaction(scope, async (tx) => {
      const superseded = await replaceLink(tx, scope, {
        linkId,
        email: email.toLowerCase(),
        customerId,
        eventType,
        tokenHash: hash,
        apiKey,
        requestId,
        createdAt,
        expiresAt,
      });
      await recordAudit(tx, scope, {
        actor: { kind: 'api_key', id: apiKey },
        act: 'link.create',
        object: { kind: 'link', id: linkId },
        // Not the address: the record outlives an erasure.
        detail: { eventType, customerId, superseded, requestId },
      });
    });
    const url = `${service.hostedUrl()}?linkToken=${token}`;
    return { code: 200, msg: 'success', data: { url, expiresAt: expiresAt.getTime() } };
  };
}
