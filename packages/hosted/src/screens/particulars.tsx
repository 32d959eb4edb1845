import type { FlowForm, FlowStep, FlowView } from '@gatehouse/contract';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { Forms } from './forms.tsx';
import { stepTitle } from './step-title.ts';

interface ParticularsProps {
  readonly view: FlowView;
  readonly step: Extract<FlowStep, { type: 'particulars' }>;
}

const code = 'particulars';
/** In front of the places of its fields, as forms have them. */
const start = `${code}[0].`;

/** The fields of `particular`, shown as one form. */
export function Particulars({ view, step }: ParticularsProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const { faults } = useFlowState(store);
  const form: FlowForm = {
    code,
    name: stepTitle(words, step),
    ownName: true,
    repeatable: false,
    minItems: 1,
    maxItems: 1,
    fields: step.fields,
  };
  return (
    <Forms
      view={view}
      step={step}
      forms={[form]}
      given={{ [code]: [step.values] }}
      refused={faults.map((fault) => ({ ...fault, field: `${start}${fault.field}` }))}
      onCheck={(values, places) =>
        store.check(
          values[code]?.[0] ?? {},
          places.map((place) => place.slice(start.length)),
        )
      }
      onSubmit={(values) => store.submit({ values: values[code]?.[0] ?? {} })}
    />
  );
}
