import { type ConfigItems, type ReferenceOverrides, referenceOverrides } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { KnownForms } from '../interpreter/index.ts';
import { shippedSections } from './content/table.ts';
import { withOverrides } from './overrides.ts';

/** What end users of a tenant can be asked for, as it is in this transaction: provisioning publishes what it has just changed. */
export async function readKnownForms(tx: Tx, tenantId: string): Promise<KnownForms> {
  const [stored] = await tx.sql<{ overrides: unknown }>(
    'select overrides from tenant_reference where tenant_id = $1',
    [tenantId],
  );
  return knownFormsOf(stored === undefined ? {} : referenceOverrides.parse(stored.overrides));
}

/** What end users can be asked for under these changes of what ships. */
export function knownFormsOf(overrides: ReferenceOverrides): KnownForms {
  const sections = { ...shippedSections, ...withOverrides(shippedSections, overrides) };
  const fields = sections.particular.items as readonly ConfigItems['particular'][];
  const forms = sections['required-form'].items as readonly ConfigItems['required-form'][];
  const rules = sections.platform_document_default_rule
    .items as readonly ConfigItems['platform_document_default_rule'][];
  return {
    fields: new Map(fields.map(({ code, type, appliesTo }) => [code, { type, appliesTo }])),
    forms: new Map(
      forms.map((form) => [
        form.code,
        {
          appliesTo: form.appliesTo,
          fields: form.fields.map(({ field }) => field),
          isRepeatable: form.repeatable,
        },
      ]),
    ),
    documentRules: new Map(rules.map(({ code, event }) => [code, event])),
  };
}
