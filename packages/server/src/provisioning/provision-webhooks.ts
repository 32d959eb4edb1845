import type { KeyObject } from 'node:crypto';
import type { WebhookDefinition } from '@gatehouse/contract';
import type { AuditVerb } from '@gatehouse/contract/audit-actions';
import type { Actor } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { FilePath } from '../lib/yaml/file-fault.ts';
import type { TenantWork } from './provision-tenant.ts';

/** Saves a definition, and its secret where the file gives one that differs from what it gave before. */
export type SaveWebhook = (
  tx: Tx,
  tenantId: string,
  submitted: {
    readonly definition: WebhookDefinition;
    readonly secret: string | undefined;
    readonly dataKey: KeyObject;
    readonly actor: Actor;
  },
) => Promise<
  | {
      readonly ok: true;
      /** What was done, for the audit log and in words; none of them tells a secret. */
      readonly acts: readonly {
        readonly act: AuditVerb<'webhook'>;
        readonly words: string;
        readonly detail: Readonly<Record<string, unknown>>;
        /** Members of the definition that differ. */
        readonly members?: readonly string[];
      }[];
    }
  | { readonly ok: false; readonly faults: readonly { readonly path: FilePath; readonly message: string }[] }
>;

/** The tenant's webhook definitions; answers their faults, by the webhook's place in the file. */
export async function provisionWebhooks(
  { tx, tenant, log, dataKey }: TenantWork,
  save: SaveWebhook,
): Promise<{ index: number; path: FilePath; message: string }[]> {
  const faults: { index: number; path: FilePath; message: string }[] = [];
  for (const [index, { definition, secret }] of tenant.webhooks.entries()) {
    const result = await save(tx, tenant.id, { definition, secret, dataKey, actor: log.actor });
    if (!result.ok) {
      faults.push(...result.faults.map(({ path, message }) => ({ index, path, message })));
      continue;
    }
    const object = { kind: 'webhook', id: definition.id } as const;
    const subject = `webhook ${definition.id} of ${tenant.id}`;
    for (const { act, words, detail, members = [] } of result.acts) {
      log.add(object, act, { subject, words, members: members.map((field) => ({ field })) });
      log.record(object, act, detail);
    }
  }
  return faults;
}
