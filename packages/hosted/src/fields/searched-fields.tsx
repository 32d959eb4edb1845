import type { Choice, FieldValue, FlowField } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import type { Translator } from '../messages/translator.ts';
import { useFlowStore, useTranslator } from '../ui/context.ts';
import { loadChoices } from './choice-source.ts';
import { ChosenItems } from './chosen-items.tsx';
import { Combobox } from './combobox.tsx';
import { describedBy, type FieldProps, Grouped, Labelled } from './control.tsx';

/** One of many, found by typing. */
export function SearchedField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  const { key, list } = listOf(field);
  const names = useNames(field, value);
  const hint = words.text('searchHint');
  return (
    <Labelled field={field} id={id} fault={fault} hint={hint}>
      <Combobox
        id={id}
        choices={field.choices}
        choicesKey={key}
        list={list}
        shown={typeof value === 'string' ? names(value) : ''}
        describedBy={describedBy(id, { hint, fault })}
        isFaulty={fault !== undefined}
        isRequired={field.required}
        onChoose={(choice) => {
          names.remember(choice);
          onChange(choice.code);
        }}
        onClear={() => onChange(null)}
      />
    </Labelled>
  );
}

/** Several of many; chosen items are listed below and can be removed. */
export function SearchedListField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  const { key, list } = listOf(field);
  const names = useNames(field, value);
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const hint = words.text('searchHint');
  return (
    <Grouped field={field} id={`${id}-group`} fault={fault} hint={hint}>
      <Combobox
        id={id}
        choices={field.choices}
        choicesKey={key}
        list={list}
        shown=""
        label={words.field(field)}
        describedBy={describedBy(`${id}-group`, { hint, fault })}
        isFaulty={fault !== undefined}
        isRequired={field.required}
        onChoose={(choice) => {
          names.remember(choice);
          if (!chosen.includes(choice.code)) onChange([...chosen, choice.code]);
        }}
      />
      <ChosenItems
        items={chosen.map((code) => ({ code, name: names(code) }))}
        onRemove={(code) => onChange(chosen.filter((each) => each !== code))}
      />
    </Grouped>
  );
}

/** The key of a field's choices on the server, and the key of their names. */
export function listOf(field: FlowField): { readonly key: string | null; readonly list: string } {
  const isCountry = field.type === 'country' || field.type === 'countryList';
  const key = field.choicesKey ?? (isCountry && field.choices === null ? 'platform_countries' : null);
  return { key, list: isCountry ? 'platform_countries' : (key ?? field.field) };
}

interface Names {
  (code: string): string;
  remember(choice: Choice): void;
}

/** Names of chosen codes, also of those that were given earlier and whose names only the server knows. */
function useNames(field: FlowField, value: FieldValue): Names {
  const words = useTranslator();
  const { client } = useFlowStore();
  const { key, list } = listOf(field);
  const [known, setKnown] = useState<ReadonlyMap<string, Choice>>(new Map());
  const codes = (Array.isArray(value) ? value : [value]).filter(
    (code): code is string => typeof code === 'string',
  );
  const missing = codes.filter((code) => nameOf(words, { code, list, field, known }) === undefined).join(' ');
  useEffect(() => {
    if (key === null) return;
    for (const code of missing.split(' ').filter(Boolean)) {
      const isWhole = key === 'platform_phone_code' || key === 'platform_countries';
      void loadChoices(client, key, isWhole ? undefined : code).then((choices) => {
        const found = choices.find((choice) => choice.code === code);
        if (found) setKnown((before) => new Map(before).set(code, found));
      });
    }
  }, [client, key, missing]);
  const names = (code: string) => nameOf(words, { code, list, field, known }) ?? code;
  return Object.assign(names, {
    remember: (choice: Choice) => setKnown((before) => new Map(before).set(choice.code, choice)),
  });
}

interface Named {
  readonly code: string;
  readonly list: string;
  readonly field: FlowField;
  readonly known: ReadonlyMap<string, Choice>;
}

function nameOf(words: Translator, { code, list, field, known }: Named): string | undefined {
  if (list === 'platform_countries') return words.country(code);
  const choice = field.choices?.find((each) => each.code === code) ?? known.get(code);
  if (!choice) return undefined;
  const name = words.choice(list, choice);
  // U+2066 and U+2069 keep the plus sign of a dialling code in front, also from right to left.
  return choice.detail ? `${name} (\u2066${choice.detail}\u2069)` : name;
}
