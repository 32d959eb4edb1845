import type { FieldFault, FieldValue, FieldValues, FlowForm, FlowStep, FlowView } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Icon } from '../ui/icon.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { checkHere, Fields, hasOtherLetters, summaryEntries, withFieldsOnly } from './fields-form.tsx';
import { type FormPage, isOnPage, pagesOf, topicTitle } from './form-pages.ts';
import { useStepBack } from './use-step-back.ts';

type FormValues = Readonly<Record<string, readonly FieldValues[]>>;

interface FormsProps {
  readonly view: FlowView;
  readonly step: FlowStep;
  readonly forms: readonly FlowForm[];
  readonly given: FormValues;
  /** Faults by the service, with the form's code in front of their fields. */
  readonly refused: readonly FieldFault[];
  readonly onSubmit: (values: FormValues) => Promise<boolean>;
  /** Asks the service about the fields of one screen, by their places; true: nothing is wrong. */
  readonly onCheck: (values: FormValues, places: readonly string[]) => Promise<boolean>;
}

interface FormsDraft {
  readonly at: number;
  readonly values: FormValues;
}

/** Forms, a few fields a screen; all are handed in together after the last. */
export function Forms({ view, step, forms, given, refused, onSubmit, onCheck }: FormsProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const [draft, change] = useDraft<FormsDraft>(step, { at: 0, values: startValues(forms, given) }, given);
  const [found, setFound] = useState<readonly FieldFault[]>([]);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const stepBack = useStepBack(view);
  const pages = pagesOf(forms);
  const at = Math.min(draft.at, pages.length - 1);
  const page = pages[at]!;
  const { form } = page;
  const items = draft.values[form.code] ?? [{}];
  // A fault counts until its field is changed.
  const faults = (refused.length > 0 ? refused : found).filter(({ field }) => !changed.has(field));

  function goTo(index: number) {
    setFound([]);
    change((before) => ({ ...before, at: index }));
  }
  function setItems(next: readonly FieldValues[]) {
    change((before) => ({ ...before, values: { ...before.values, [form.code]: next } }));
  }
  async function goOn() {
    store.dismissFaults();
    const wrong = faultsOfPage(page, items);
    setFound(wrong);
    setChanged(new Set());
    setAttempt((last) => last + 1);
    if (wrong.length > 0) return;
    if (at < pages.length - 1) {
      const isFine =
        !needsService(page, items) || (await onCheck(cleanValues(forms, draft.values), places()));
      if (isFine) return goTo(at + 1);
      return setAttempt((last) => last + 1);
    }
    await onSubmit(cleanValues(forms, draft.values));
    setAttempt((last) => last + 1);
  }

  /** Where faults of this screen's fields stand. */
  function places(): string[] {
    return items.flatMap((_, index) => page.fields.map(({ field }) => `${form.code}[${index}].${field}`));
  }

  // A refusal can be about an earlier screen.
  const refusal = refused.map(({ field, rule }) => `${field} ${rule}`).join();
  useEffect(() => {
    const faulty = pages.findIndex((each) => refused.some((fault) => isOnPage(each, fault)));
    if (faulty >= 0 && !refused.some((fault) => isOnPage(page, fault))) goTo(faulty);
  }, [refusal]);

  const summary = items.flatMap((_, index) =>
    summaryEntries(words, {
      fields: page.fields,
      faults: faultsOfItem(form, index, faults),
      place: `${form.code}[${index}]`,
    }),
  );
  return (
    <Screen
      title={page.topic === null ? words.form(form) : words.text(topicTitle(page.topic, words.audience))}
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
        {faults
          .filter(({ field }) => field === form.code)
          .map((fault) => (
            <Notice key={fault.rule} tone="error">
              {words.counted(
                fault.rule === 'minItems' ? 'fault_minItems' : 'fault_maxItems',
                Number(fault.params[fault.rule] ?? 0),
              )}
            </Notice>
          ))}
        {items.map((values, index) => (
          <Item
            key={`${items.length} ${index}`}
            page={page}
            index={index}
            values={values}
            faults={faultsOfItem(form, index, faults)}
            onChange={(field, value) => {
              setChanged((before) => new Set(before).add(`${form.code}[${index}].${field}`));
              change((before) => ({
                ...before,
                values: withValue(before.values, { form, index, field, value }),
              }));
            }}
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

function startValues(forms: readonly FlowForm[], given: FormValues): FormValues {
  return Object.fromEntries(
    forms.map(({ code, repeatable, minItems }) => {
      const entries = given[code] ?? [];
      const least = repeatable ? Math.max(minItems, entries.length, 1) : 1;
      return [code, Array.from({ length: least }, (_, index) => entries[index] ?? {})];
    }),
  );
}

interface Entered {
  readonly form: FlowForm;
  readonly index: number;
  readonly field: string;
  readonly value: FieldValue;
}

function withValue(values: FormValues, { form, index, field, value }: Entered): FormValues {
  const items = values[form.code] ?? [{}];
  return { ...values, [form.code]: items.with(index, { ...items[index], [field]: value }) };
}

/** How a name could be spelled, and which phone numbers are given out, only the service knows. */
function needsService({ fields }: FormPage, items: readonly FieldValues[]): boolean {
  const hasPhone = fields.some(({ field }) => field === 'phoneNumber');
  return items.some(
    (values) => hasOtherLetters(fields, values) || (hasPhone && Boolean(values['phoneNumber'])),
  );
}

/** Rules can look at the whole form; told are the faults of this screen's fields. */
function faultsOfPage(page: FormPage, items: readonly FieldValues[]): FieldFault[] {
  const { form } = page;
  return items
    .flatMap((values, index) =>
      checkHere(form.fields, values).map((fault) => ({
        ...fault,
        field: `${form.code}[${index}].${fault.field}`,
      })),
    )
    .filter((fault) => isOnPage(page, fault));
}

function faultsOfItem(form: FlowForm, index: number, faults: readonly FieldFault[]): FieldFault[] {
  const start = `${form.code}[${index}].`;
  return faults
    .filter(({ field }) => field.startsWith(start))
    .map((fault) => ({ ...fault, field: fault.field.slice(start.length) }));
}

function cleanValues(forms: readonly FlowForm[], values: FormValues): FormValues {
  return Object.fromEntries(
    forms.map(({ code, fields }) => [
      code,
      (values[code] ?? [{}]).map((item) => withFieldsOnly(fields, item)),
    ]),
  );
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
