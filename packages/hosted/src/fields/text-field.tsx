import { useState } from 'preact/hooks';
import { useTranslator } from '../ui/context.ts';
import { inputType } from '../ui/input-type.ts';
import { describedBy, type FieldProps, Labelled } from './control.tsx';
import { plainDigits, readDecimal, withoutSeparators } from './digits.ts';

/** What browsers know to fill in. */
const autocompletes: Readonly<Record<string, AutoFill>> = {
  name: 'name',
  email: 'email',
  phoneNumber: 'tel-national',
  residentialAddress: 'street-address',
  website: 'url',
};
type AutoFill = 'name' | 'email' | 'tel-national' | 'street-address' | 'url' | 'off';

const longText = 4;

/** One line of text, an e-mail address, a web address, or several lines. */
export function TextField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  const isPhone = field.field === 'phoneNumber';
  const hint = isPhone ? words.text('phoneHint') : undefined;
  const shared = {
    id,
    value: typeof value === 'string' ? value : '',
    autocomplete: autocompletes[field.field] ?? 'off',
    dir: 'auto' as const,
    'aria-required': field.required,
    'aria-invalid': fault !== undefined,
    'aria-describedby': describedBy(id, { hint, fault }),
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value || null),
  };
  const isLong = field.type === 'text' || field.type === 'address';
  return (
    <Labelled field={field} id={id} fault={fault} hint={hint} onChange={onChange}>
      {isLong ? (
        <textarea {...shared} class="input" rows={field.type === 'address' ? 3 : longText} />
      ) : (
        <input
          {...shared}
          class="input"
          {...inputType(isPhone ? 'tel' : (inputTypes[field.type] ?? 'text'))}
          spellcheck={false}
          autocapitalize={field.type === 'string' && field.field === 'name' ? 'words' : 'off'}
          onBlur={() => typeof value === 'string' && onChange(tidied(field.field, value))}
        />
      )}
    </Labelled>
  );
}

/** Numbers of papers, whose digits are written as 0 to 9 wherever they are from. */
const paperNumbers = new Set(['idNumber', 'incorporationNumber', 'documentNumber', 'registrationNumber']);

function tidied(field: string, text: string): string | null {
  if (field === 'phoneNumber') return withoutSeparators(text) || null;
  return paperNumbers.has(field) ? plainDigits(text) : text;
}

const inputTypes: Readonly<Record<string, 'email' | 'url'>> = { email: 'email', url: 'url' };

/** A number, written with a comma or a point. */
export function DecimalField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  const [text, setText] = useState(() =>
    typeof value === 'number' ? written(words.locale, value) : String(value ?? ''),
  );
  return (
    <Labelled field={field} id={id} fault={fault}>
      <input
        id={id}
        class="input input-short"
        inputMode="decimal"
        autocomplete="off"
        value={text}
        aria-required={field.required}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy(id, { fault })}
        onInput={(event) => {
          const next = plainDigits(event.currentTarget.value);
          setText(next);
          onChange(readDecimal(next, words.locale));
        }}
      />
      {typeof value === 'number' && Math.abs(value) >= 1000 && (
        <output class="hint" for={id}>
          {words.number(value)}
        </output>
      )}
    </Labelled>
  );
}

function written(language: string, value: number): string {
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    useGrouping: false,
    maximumFractionDigits: 12,
  }).format(value);
}
