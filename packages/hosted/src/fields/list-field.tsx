import { useTranslator } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { type FieldProps, Grouped } from './control.tsx';

/** Several texts, each in a field of its own. */
export function TextListField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  const entries = Array.isArray(value) && value.length > 0 ? (value as readonly string[]) : [''];
  const faultyIndex = fault?.params['index'];
  return (
    <Grouped field={field} id={id} fault={fault}>
      {entries.map((entry, index) => (
        <div class="list-entry" key={index}>
          <input
            id={`${id}-${index}`}
            class="input"
            dir="auto"
            autocomplete="off"
            aria-label={`${words.field(field)}, ${words.text('entryNumber', { number: index + 1 })}`}
            aria-invalid={fault !== undefined && (faultyIndex === undefined || faultyIndex === index)}
            aria-describedby={fault ? `${id}-error` : undefined}
            value={entry}
            onInput={(event) => onChange(entries.with(index, event.currentTarget.value))}
          />
          {entries.length > 1 && (
            <button
              type="button"
              class="icon-button"
              aria-label={words.text('removeItem', {
                name: entry || words.text('entryNumber', { number: index + 1 }),
              })}
              onClick={() => onChange(entries.toSpliced(index, 1))}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      <button type="button" class="small-button" onClick={() => onChange([...entries, ''])}>
        <Icon name="plus" />
        {words.text('addAnother')}
      </button>
    </Grouped>
  );
}
