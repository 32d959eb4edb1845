import type { Choice } from '@gatehouse/contract';
import { useTranslator } from '../ui/context.ts';
import { type FieldProps, Grouped } from './control.tsx';

/** Short lists show all their choices. */
export const shortList = 8;

export interface ChoicesProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** Key of the names of the choices. */
  readonly list: string;
}

/** One of a few. */
export function RadioField({ field, id, value, fault, onChange, choices, list }: ChoicesProps) {
  const words = useTranslator();
  return (
    <Grouped field={field} id={id} fault={fault}>
      <div class="options">
        {choices.map((choice) => (
          <label key={choice.code} class="option">
            <input
              type="radio"
              name={id}
              checked={value === choice.code}
              aria-describedby={fault ? `${id}-error` : undefined}
              onChange={() => onChange(choice.code)}
            />
            <span>{words.choice(list, choice)}</span>
          </label>
        ))}
      </div>
    </Grouped>
  );
}

/** Some of a few. */
export function CheckboxesField(props: ChoicesProps) {
  const { field, id, fault } = props;
  return (
    <Grouped field={field} id={id} fault={fault}>
      <Checkboxes {...props} />
    </Grouped>
  );
}

export function Checkboxes({ id, value, fault, onChange, choices, list }: ChoicesProps) {
  const words = useTranslator();
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <div class="options">
      {choices.map((choice) => (
        <label key={choice.code} class="option">
          <input
            type="checkbox"
            checked={chosen.includes(choice.code)}
            aria-describedby={fault ? `${id}-error` : undefined}
            onChange={(event) => {
              const rest = chosen.filter((code) => code !== choice.code);
              onChange(event.currentTarget.checked ? [...rest, choice.code] : rest);
            }}
          />
          <span>{words.choice(list, choice)}</span>
        </label>
      ))}
    </div>
  );
}

/** Yes or no; a single box where only yes will do. */
export function BooleanField({ field, id, value, fault, onChange }: FieldProps) {
  const words = useTranslator();
  if (field.rules.mustBe === true) {
    return (
      <Grouped field={field} id={id} fault={fault}>
        <div class="options">
          <label class="option">
            <input
              type="checkbox"
              checked={value === true}
              aria-describedby={fault ? `${id}-error` : undefined}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <span>{words.text('yes')}</span>
          </label>
        </div>
      </Grouped>
    );
  }
  return (
    <Grouped field={field} id={id} fault={fault}>
      <div class="options options-row">
        {[true, false].map((answer) => (
          <label key={String(answer)} class="option">
            <input
              type="radio"
              name={id}
              checked={value === answer}
              aria-describedby={fault ? `${id}-error` : undefined}
              onChange={() => onChange(answer)}
            />
            <span>{words.text(answer ? 'yes' : 'no')}</span>
          </label>
        ))}
      </div>
    </Grouped>
  );
}
