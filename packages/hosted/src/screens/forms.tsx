import type { FieldFault, FieldValue, FieldValues, FlowForm, FlowStep, FlowView } from '@gatehouse/contract';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Icon } from '../ui/icon.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Fields, summaryEntries } from './fields-form.tsx';
import { type FormPage, topicTitle } from './form-pages.ts';
import { type FormsProps, useForms } from './use-forms.ts';
import { useStepBack } from './use-step-back.ts';

/** Forms, a few fields a screen; all are handed in together after the last. */
export function Forms(props: FormsProps) {
  const words = useTranslator();
  const stepBack = useStepBack(props.view);
  const { at, parts, page, items, faults, attempt, goTo, setItems, setField, goOn } = useForms(props);
  const { form, topic } = page;
  const summary = items.flatMap((_, index) =>
    summaryEntries(words, {
      fields: page.fields,
      faults: faultsOfItem(form, index, faults),
      place: `${form.code}[${index}]`,
    }),
  );
  return (
    <Screen
      title={topic === null ? words.form(form) : words.text(topicTitle(topic, words.audience))}
      part={{ at, of: parts }}
      why={props.step.type}
      onBack={at > 0 ? () => goTo(at - 1) : stepBack}
      hasFaults={summary.length > 0}
    >
      <form
        key={at}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void goOn();
        }}
      >
        <ErrorSummary entries={summary} attempt={attempt} />
        <CountFaults faults={faults.filter(({ field }) => field === form.code)} />
        {items.map((values, index) => (
          <Item
            key={`${items.length} ${index}`}
            page={page}
            index={index}
            values={values}
            faults={faultsOfItem(form, index, faults)}
            onChange={(field, value) => setField({ form, index, field, value })}
            onRemove={
              items.length > Math.max(1, form.minItems)
                ? () => setItems(items.toSpliced(index, 1))
                : undefined
            }
          />
        ))}
        {form.repeatable && items.length < form.maxItems && (
          <button type="button" class="small-button" onClick={() => setItems([...items, {}])}>
            <Icon name="plus" />
            {words.text('addAnother')}
          </button>
        )}
        <div class="actions">
          <MainButton>{words.text('continue')}</MainButton>
        </div>
      </form>
    </Screen>
  );
}

/** Too few entries of a form, or too many. */
function CountFaults({ faults }: { readonly faults: readonly FieldFault[] }) {
  const words = useTranslator();
  return (
    <>
      {faults.map(({ rule, params }) => (
        <Notice key={rule} tone="error">
          {words.counted(
            rule === 'minItems' ? 'fault_minItems' : 'fault_maxItems',
            Number(params[rule] ?? 0),
          )}
        </Notice>
      ))}
    </>
  );
}

interface ItemProps {
  readonly page: FormPage;
  readonly index: number;
  readonly values: FieldValues;
  readonly faults: readonly FieldFault[];
  readonly onChange: (field: string, value: FieldValue) => void;
  readonly onRemove: (() => void) | undefined;
}

function Item({ page: { form, fields }, index, values, faults, onChange, onRemove }: ItemProps) {
  const words = useTranslator();
  const editors = (
    <Fields
      fields={fields}
      values={values}
      faults={faults}
      place={`${form.code}[${index}]`}
      onChange={onChange}
    />
  );
  if (!form.repeatable) return editors;
  const title = words.text('entryNumber', { number: index + 1 });
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        {onRemove && (
          <button
            type="button"
            class="text-button"
            aria-label={words.text('removeItem', { name: title })}
            onClick={onRemove}
          >
            {words.text('remove')}
          </button>
        )}
      </div>
      {editors}
    </section>
  );
}

function faultsOfItem(form: FlowForm, index: number, faults: readonly FieldFault[]): FieldFault[] {
  const start = `${form.code}[${index}].`;
  return faults
    .filter(({ field }) => field.startsWith(start))
    .map((fault) => ({ ...fault, field: fault.field.slice(start.length) }));
}

/** The forms of a step, as the workflow asks for them. */
export function RequiredForms({
  view,
  step,
}: {
  readonly view: FlowView;
  readonly step: Extract<FlowStep, { type: 'required-forms' }>;
}) {
  const store = useFlowStore();
  const { faults } = useFlowState(store);
  return (
    <Forms
      view={view}
      step={step}
      forms={step.forms}
      given={step.values}
      refused={faults}
      onSubmit={(values) => store.submit({ values })}
      onCheck={(values, places) => store.check(values, places)}
    />
  );
}
