import type { Choice } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import { useFlowStore, useTranslator } from '../ui/context.ts';
import { loadChoices } from './choice-source.ts';
import { Combobox } from './combobox.tsx';
import { describedBy, type FieldProps, Grouped } from './control.tsx';

/** A country's identity documents: first the country, then the few that it has. */
export function IdentityDocumentField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  const { client } = useFlowStore();
  const [country, setCountry] = useState(() => (typeof value === 'string' ? value.slice(0, 2) : null));
  const [documents, setDocuments] = useState<readonly Choice[]>([]);
  useEffect(() => {
    if (country === null) return setDocuments([]);
    let isCurrent = true;
    void loadChoices(client, 'platform_document_master', `${country}_`).then((choices) => {
      if (isCurrent) setDocuments(choices.filter(({ code }) => code.startsWith(`${country}_`)));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, country]);
  return (
    <Grouped field={field} id={id} fault={fault}>
      <label class="sub-label" for={`${id}-country`}>
        {words.text('whichCountryIssued')}
      </label>
      <Combobox
        id={`${id}-country`}
        choices={null}
        choicesKey="platform_countries"
        list="platform_countries"
        shown={country === null ? '' : words.country(country)}
        describedBy={describedBy(id, { fault })}
        isFaulty={fault !== undefined && country === null}
        isRequired={field.required}
        onChoose={({ code }) => {
          if (code !== country) onChange(null);
          setCountry(code);
        }}
        onClear={() => {
          setCountry(null);
          onChange(null);
        }}
      />
      <div class="options">
        {documents.map(({ code, name }) => (
          <label key={code} class="option">
            <input type="radio" name={id} checked={value === code} onChange={() => onChange(code)} />
            <span>{words.document(code.slice(3), name)}</span>
          </label>
        ))}
      </div>
    </Grouped>
  );
}
