import { checkForms, cleanFields, type FieldValues, type FlowForm } from '@gatehouse/contract';
import { contactFaults, unlessFaulty } from './contact-faults.ts';
import { reviewEntries } from './review-entries.ts';
import type { StepContext, StepType } from './step-type.ts';

type Context = StepContext<'required-forms'>;
type FormValues = Readonly<Record<string, readonly FieldValues[]>>;

/** Forms of the reference configuration. */
export const formsStep: StepType<'required-forms'> = {
  show: async (_tx, context) => ({
    type: 'required-forms',
    forms: formsOf(context),
    values: valuesOf(context),
  }),
  validate: async (_tx, context, { values }) => {
    const forms = formsOf(context);
    const checked = checkForms(forms, values, context.now.toISOString().slice(0, 10));
    const others = forms.flatMap((form) =>
      (values[form.code] ?? []).flatMap((entry, index) => {
        const cleaned = cleanFields(form.fields, entry);
        return [
          ...context.reference.checkChoices(form.fields, cleaned),
          // No code goes to a number of a form.
          ...contactFaults({ codes: undefined, codeSteps: new Set() }, form.fields, cleaned),
        ].map((fault) => ({ ...fault, field: `${form.code}[${index}].${fault.field}` }));
      }),
    );
    const faults = [...checked, ...unlessFaulty(checked, others)];
    if (faults.length > 0) return { kind: 'faults', faults };
    const cleaned = Object.fromEntries(
      forms.map((form) => [
        form.code,
        (values[form.code] ?? []).map((entry) => cleanFields(form.fields, entry)),
      ]),
    );
    const submitted = forms.map((form) => {
      const entries = cleaned[form.code]!;
      return [form.code, form.repeatable ? entries : (entries[0] ?? cleanFields(form.fields, {}))];
    });
    return {
      kind: 'given',
      submission: { output: { forms: Object.fromEntries(submitted) }, draft: { values: cleaned } },
    };
  },
  review: (context) =>
    formsOf(context).flatMap((form) =>
      (valuesOf(context)[form.code] ?? []).flatMap((entry, item) =>
        reviewEntries(context.reference, form.fields, entry).map((reviewed) => ({
          ...reviewed,
          form: { code: form.code, name: form.name, ownName: form.ownName },
          ...(form.repeatable && { item }),
        })),
      ),
    ),
};

function formsOf({ node, reference }: Context): FlowForm[] {
  return node.forms.flatMap((code) => {
    const form = reference.form(code);
    return form === undefined ? [] : [reference.flowForm(form)];
  });
}

function valuesOf({ draft }: Context): FormValues {
  return (draft as { values?: FormValues } | undefined)?.values ?? {};
}
