import {
  type ConfigItems,
  type FieldRules,
  type OverridableKey,
  type Phrase,
  phrase,
  type ReferenceOverrides,
  wordPhrases,
} from '@gatehouse/contract';
import { shippedSections } from './content/table.ts';
import { withOverrides } from './overrides.ts';

/** What is wrong in a tenant's changes of the reference configuration. */
export interface OverrideFault {
  /** From the overrides' top, as `['required-form', 'items', 0, 'fields', 2]`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The same as data. */
  readonly phrases: readonly Phrase[];
}

function faultAt(path: OverrideFault['path'], said: Phrase): OverrideFault {
  return { path, message: wordPhrases(said), phrases: [said] };
}

type Field = ConfigItems['particular'];

/** What the schema cannot say of overrides: items must agree with each other and with what ships. */
export function checkOverrides(overrides: ReferenceOverrides): OverrideFault[] {
  const merged = { ...shippedSections, ...withOverrides(shippedSections, overrides) };
  const fields = new Map((merged.particular.items as Field[]).map((field) => [field.code, field]));
  return [
    ...checkCodes(overrides),
    ...(overrides.particular?.items ?? []).flatMap((field, at) =>
      checkField(field, new Set(fields.keys()), ['particular', 'items', at]),
    ),
    ...checkForms(overrides, fields, merged['required-form'].items as ConfigItems['required-form'][]),
    ...checkDocuments(overrides),
  ];
}

function checkCodes(overrides: ReferenceOverrides): OverrideFault[] {
  return Object.entries(overrides).flatMap(([key, override]) => {
    if (override === undefined) return [];
    const shipped = new Set(shippedSections[key as OverridableKey].items.map(({ code }) => code));
    const seen = new Set<string>();
    const twice = override.items.flatMap(({ code }, at): OverrideFault[] => {
      const isSeen = seen.has(code);
      seen.add(code);
      if (!isSeen) return [];
      return [faultAt([key, 'items', at, 'code'], phrase('findings.codeTwice', { code }))];
    });
    const unknown = override.without.flatMap((code, at): OverrideFault[] =>
      shipped.has(code) && !seen.has(code)
        ? []
        : [faultAt([key, 'without', at], phrase('findings.nothingToLeaveOut', { code, key }))],
    );
    return [...twice, ...unknown];
  });
}

/** `known`: names of the fields that may be in the same form. */
function checkField(
  { type, rules, optionsKey }: Pick<Field, 'type' | 'optionsKey'> & { rules?: FieldRules },
  known: ReadonlySet<string>,
  path: OverrideFault['path'],
): OverrideFault[] {
  const faults: OverrideFault[] = [];
  if (type === 'enum' && rules?.values === undefined) {
    faults.push(faultAt([...path, 'rules'], phrase('findings.enumWithoutValues')));
  }
  if ((type === 'code' || type === 'codeList') && optionsKey === undefined) {
    faults.push(faultAt(path, phrase('findings.fieldWithoutOptions', { type })));
  }
  const named = [...(rules?.requiredWith ?? []), rules?.requiredIf?.field, rules?.fallback];
  for (const name of named) {
    if (name === undefined || known.has(name)) continue;
    faults.push(faultAt([...path, 'rules'], phrase('findings.namesNoField', { name })));
  }
  return faults;
}

/** Forms of the tenant, and shipped ones which lost a field by the tenant's changes. */
function checkForms(
  overrides: ReferenceOverrides,
  particulars: ReadonlyMap<string, Field>,
  forms: readonly ConfigItems['required-form'][],
): OverrideFault[] {
  const own = overrides['required-form']?.items ?? [];
  return forms.flatMap((form) => {
    const at = own.findIndex(({ code }) => code === form.code);
    const names = new Set([...particulars.keys(), ...form.fields.map(({ field }) => field)]);
    return form.fields.flatMap((field, place): OverrideFault[] => {
      const path = at < 0 ? ['particular'] : ['required-form', 'items', at, 'fields', place];
      const base = particulars.get(field.field);
      const type = field.type ?? base?.type;
      if (type === undefined) {
        return [faultAt(path, phrase('findings.formAsksNothing', { form: form.code, field: field.field }))];
      }
      if (base === undefined && field.label === undefined) {
        return [faultAt(path, phrase('findings.fieldWithoutLabel', { form: form.code, field: field.field }))];
      }
      if (at < 0) return [];
      const rules = { ...base?.rules, ...field.rules };
      const optionsKey = field.optionsKey ?? base?.optionsKey;
      return checkField({ type, rules, optionsKey }, names, path);
    });
  });
}

function checkDocuments(overrides: ReferenceOverrides): OverrideFault[] {
  const types = new Set(shippedSections.platform_document_master.items.map(({ type }) => type));
  const rules = overrides.platform_document_default_rule?.items ?? [];
  return rules.flatMap((rule, at) =>
    rule.groups.flatMap((group, groupAt) =>
      group.anyOf.flatMap((type, typeAt): OverrideFault[] => {
        if (types.has(type)) return [];
        const path = ['platform_document_default_rule', 'items', at, 'groups', groupAt, 'anyOf', typeAt];
        return [faultAt(path, phrase('findings.noDocumentType', { type, known: [...types] }))];
      }),
    ),
  );
}
