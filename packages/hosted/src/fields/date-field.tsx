import { useState } from 'preact/hooks';
import type { TextKey } from '../messages/table.ts';
import { useTranslator } from '../ui/context.ts';
import { type FieldProps, Grouped } from './control.tsx';
import { joinDate, partsOfDate, partsOrder } from './date-parts.ts';
import { plainDigits } from './digits.ts';

const labels = { day: 'dateDay', month: 'dateMonth', year: 'dateYear' } as const satisfies Record<
  string,
  TextKey
>;

/** A date in three small fields, which work with every keyboard and screen reader alike. */
export function DateField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  const [parts, setParts] = useState(() => partsOfDate(value));
  const yearAlone = field.type === 'partialDate' && field.rules.fullDate !== true;
  const hint = yearAlone ? words.text('dateHintYear') : undefined;
  const isBirth = field.field === 'dateOfBirth';
  return (
    <Grouped field={field} id={id} fault={fault} hint={hint}>
      <div class="date-parts">
        {partsOrder(words.locale).map((part) => (
          <div key={part} class={`date-part date-${part}`}>
            <label for={`${id}-${part}`}>{words.text(labels[part])}</label>
            <input
              id={`${id}-${part}`}
              class="input"
              inputMode="numeric"
              autocomplete={isBirth ? `bday-${part}` : 'off'}
              maxLength={part === 'year' ? 4 : 2}
              value={parts[part]}
              aria-invalid={fault !== undefined}
              aria-describedby={fault ? `${id}-error` : undefined}
              onInput={(event) => {
                const text = plainDigits(event.currentTarget.value).replace(/\D/g, '');
                event.currentTarget.value = text;
                const next = { ...parts, [part]: text };
                setParts(next);
                onChange(joinDate(next));
              }}
            />
          </div>
        ))}
      </div>
    </Grouped>
  );
}
