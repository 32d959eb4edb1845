import type { FieldFault, FieldValue, FieldValues, FlowForm, FlowStep, FlowView } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import { useFlowStore } from '../ui/context.ts';
import { useDraft } from '../ui/use-draft.ts';
import { checkHere, hasOtherLetters, withFieldsOnly } from './fields-form.tsx';
import { type FormPage, isOnPage, pagesOf } from './form-pages.ts';

type FormValues = Readonly<Record<string, readonly FieldValues[]>>;

export interface FormsProps {
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

/** What is typed into the forms, the screen that is shown, and going on from it. */
export function useForms({ step, forms, given, refused, onSubmit, onCheck }: FormsProps) {
  const store = useFlowStore();
  const [draft, change] = useDraft<FormsDraft>(step, { at: 0, values: startValues(forms, given) }, given);
  const [found, setFound] = useState<readonly FieldFault[]>([]);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const pages = pagesOf(forms);
  const at = Math.min(draft.at, pages.length - 1);
  const page = pages[at]!;
  const { code } = page.form;
  const items = draft.values[code] ?? [{}];
  // A fault counts until its field is changed.
  const faults = (refused.length > 0 ? refused : found).filter(({ field }) => !changed.has(field));

  function goTo(index: number) {
    setFound([]);
    change((before) => ({ ...before, at: index }));
  }
  function setItems(next: readonly FieldValues[]) {
    change((before) => ({ ...before, values: { ...before.values, [code]: next } }));
  }
  function setField(entered: Entered) {
    setChanged((before) => new Set(before).add(`${code}[${entered.index}].${entered.field}`));
    change((before) => ({ ...before, values: withValue(before.values, entered) }));
  }
  async function goOn() {
    store.dismissFaults();
    const wrong = faultsOfPage(page, items);
    setFound(wrong);
    setChanged(new Set());
    setAttempt((last) => last + 1);
    if (wrong.length > 0) return;
    const values = cleanValues(forms, draft.values);
    if (at < pages.length - 1) {
      const isFine = !needsService(page, items) || (await onCheck(values, placesOf(page, items)));
      if (isFine) return goTo(at + 1);
    } else await onSubmit(values);
    setAttempt((last) => last + 1);
  }

  // A refusal can be about an earlier screen.
  const refusal = refused.map(({ field, rule }) => `${field} ${rule}`).join();
  useEffect(() => {
    const faulty = pages.findIndex((each) => refused.some((fault) => isOnPage(each, fault)));
    if (faulty >= 0 && !refused.some((fault) => isOnPage(page, fault))) goTo(faulty);
  }, [refusal]);
  return { at, parts: pages.length, page, items, faults, attempt, goTo, setItems, setField, goOn };
}

/** Where errors of a screen's fields are. */
function placesOf({ form, fields }: FormPage, items: readonly FieldValues[]): string[] {
  return items.flatMap((_, index) => fields.map(({ field }) => `${form.code}[${index}].${field}`));
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

/** Rules can look at the whole form; only errors of this screen's fields are shown. */
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

function cleanValues(forms: readonly FlowForm[], values: FormValues): FormValues {
  return Object.fromEntries(
    forms.map(({ code, fields }) => [
      code,
      (values[code] ?? [{}]).map((item) => withFieldsOnly(fields, item)),
    ]),
  );
}
