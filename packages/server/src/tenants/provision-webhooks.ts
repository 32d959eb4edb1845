import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { queries } from '../database/schema.ts';
import { openSecret, sealSecret } from '../lib/secrets.ts';
import { jsonForm } from './provision-log.ts';
import type { TenantWork } from './provision-tenant.ts';
import { webhookSecretPlace } from './secret-places.ts';

/** The tenant's webhook definitions, each with its signature's secret sealed beside it. */
export async function provisionWebhooks({ tx, tenant, log, dataKey }: TenantWork): Promise<void> {
  const rows = await tx.run(
    queries.selectFrom('webhook').selectAll().where('tenant_id', '=', tenant.id).forUpdate(),
  );
  const stored = new Map(rows.map((row) => [row.webhook_id, row]));
  for (const { definition, secret } of tenant.webhooks) {
    const object = { kind: 'webhook', id: definition.id };
    const words = `webhook ${definition.id} of ${tenant.id}`;
    const place = webhookSecretPlace(tenant.id, definition.id);
    const row = stored.get(definition.id);
    const sealedBefore = row?.secret ?? null;
    const opened = sealedBefore === null ? undefined : openSecret(dataKey, place, sealedBefore);
    const replaces = secret !== undefined && secret !== opened;
    const after = jsonForm(definition) as Record<string, unknown>;
    if (row !== undefined && !replaces && isDeepStrictEqual(row.definition, after)) continue;
    const sealed = replaces ? sealSecret(dataKey, place, secret) : sealedBefore;
    const values = { definition: JSON.stringify(after), secret: sealed };
    await tx.run(
      queries
        .insertInto('webhook')
        .values({ tenant_id: tenant.id, webhook_id: definition.id, ...values })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'webhook_id']).doUpdateSet({ ...values, updated_at: sql`now()` }),
        ),
    );
    if (row === undefined) {
      log.created(object, words);
      continue;
    }
    const before = row.definition as Record<string, unknown>;
    const fields = differingKeys(before, after);
    // Addresses and headers may carry credentials: that they changed is told, not what they are.
    if (fields.length > 0) log.noted(object, 'change', `${words}: ${fields.join(', ')} changed`);
    if (replaces) log.noted(object, 'replace_secret', `${words}: secret replaced`);
  }
}

/** In what the order of lists counts, unlike in the fields of a key or a user. */
function differingKeys(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys].filter((key) => !isDeepStrictEqual(before[key], after[key]));
}
