import type { FieldFault, FieldValue, FlowField } from '@gatehouse/contract';
import type { ComponentChildren } from 'preact';
import { useTranslator } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { faultText } from './fault-text.ts';

/** What every kind of field gets. */
export interface FieldProps {
  readonly field: FlowField;
  /** Id of the control, or of the group of controls. */
  readonly id: string;
  readonly value: FieldValue;
  readonly fault?: FieldFault | undefined;
  readonly onChange: (value: FieldValue) => void;
}

/** The ids of hint and error for `aria-describedby`, as far as they are shown. */
export function describedBy(
  id: string,
  { hint, fault }: { hint?: unknown; fault?: unknown },
): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-error`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

interface LabelledProps {
  readonly field: FlowField;
  readonly id: string;
  readonly fault: FieldFault | undefined;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly onChange?: (value: FieldValue) => void;
}

/** A single control with its label above, hint and error. */
export function Labelled({ field, id, fault, hint, children, onChange }: LabelledProps) {
  return (
    <div class={fault ? 'field faulty' : 'field'}>
      <label class="label" for={id}>
        <LabelText field={field} />
      </label>
      {hint !== undefined && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FaultLine id={id} field={field} fault={fault} onChange={onChange} />
      {children}
    </div>
  );
}

/** Several controls under one name. */
export function Grouped({ field, id, fault, hint, children }: LabelledProps) {
  return (
    <fieldset
      class={fault ? 'field faulty' : 'field'}
      id={id}
      aria-describedby={describedBy(id, { hint, fault })}
    >
      <legend class="label">
        <LabelText field={field} />
      </legend>
      {hint !== undefined && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FaultLine id={id} field={field} fault={fault} />
      {children}
    </fieldset>
  );
}

function LabelText({ field }: { readonly field: FlowField }) {
  const words = useTranslator();
  return (
    <>
      {words.field(field)}
      {!field.required && <span class="optional"> ({words.text('optional')})</span>}
    </>
  );
}

interface FaultLineProps {
  readonly id: string;
  readonly field: FlowField;
  readonly fault: FieldFault | undefined;
  readonly onChange?: ((value: FieldValue) => void) | undefined;
}

/** What is wrong, and where the service proposes another spelling, a button that takes it. */
function FaultLine({ id, field, fault, onChange }: FaultLineProps) {
  const words = useTranslator();
  if (!fault) return null;
  const proposal = fault.params['proposal'];
  return (
    <div class="fault">
      <p id={`${id}-error`}>
        <Icon name="warning" />
        {faultText(words, field, fault)}
      </p>
      {typeof proposal === 'string' && proposal !== '' && onChange && (
        <button type="button" class="small-button" onClick={() => onChange(proposal)}>
          {words.text('useProposal', { proposal })}
        </button>
      )}
    </div>
  );
}
