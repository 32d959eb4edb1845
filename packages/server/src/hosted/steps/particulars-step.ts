import {
  checkFields,
  cleanFields,
  type FieldFault,
  type FieldValue,
  type FieldValues,
  type FlowField,
  parseInput,
  type SubjectInput,
  splitAliases,
  subjectFieldNames,
  subjectSchema,
} from '@gatehouse/contract';
import { latinName } from '@gatehouse/matching';
import { customerOfSubject } from '../../customers/index.ts';
import { normalFields } from '../../screening/index.ts';
import { verifiedFields } from './code-steps.ts';
import { contactFaults, unlessFaulty } from './contact-faults.ts';
import { listOf } from './form-reference.ts';
import { reviewEntries } from './review-entries.ts';
import type { StepContext, StepType } from './step-type.ts';

/** Facts that the flow itself knows; nobody is asked for them. */
const known: ReadonlySet<string> = new Set(['customerId', 'customerType']);

type Context = StepContext<'particulars'>;

/** The name in the person's own script, beside the one in Latin letters: it is screened as an alias. */
const originalName: FlowField = {
  field: 'originalName',
  label: 'Name in your own script',
  ownLabel: false,
  type: 'string',
  required: false,
  rules: { maxLength: 1000 },
  choices: null,
  choicesKey: null,
};

/**
 * The person's or company's facts. They are kept under the names of interface specification 2.4, so that a screening
 * takes them as they are.
 */
export const particularsStep: StepType<'particulars'> = {
  show: async (_tx, context) => ({
    type: 'particulars',
    fields: fieldsOf(context),
    values: valuesOf(context),
  }),
  validate: async (_tx, context, { values }) => {
    const fields = fieldsOf(context);
    const cleaned = cleanFields(fields, values);
    const faults = [
      ...checkFields(fields, values, context.now.toISOString().slice(0, 10)).map((fault) =>
        withProposal(fault, cleaned),
      ),
      ...context.reference.checkChoices(fields, cleaned),
    ];
    faults.push(...unlessFaulty(faults, contactFaults(context, fields, cleaned)));
    if (faults.length > 0) return { kind: 'faults', faults };
    const data = dataOf(fields, cleaned);
    const subject = subjectOf(context, data);
    if (!subject.ok) return { kind: 'faults', faults: [subject.fault] };
    return {
      kind: 'given',
      submission: {
        output: { fields: data },
        data: { ...data, ...subject.data },
        ...(subject.customer && { customer: subject.customer }),
        draft: { values: cleaned },
      },
    };
  },
  // What is confirmed is what is kept.
  review: (context) =>
    reviewEntries(context.reference, fieldsOf(context), {
      ...valuesOf(context),
      ...verifiedFields(context.execution),
    }),
};

function fieldsOf({ node, reference, link }: Context): FlowField[] {
  const form = node.form === undefined ? undefined : reference.form(node.form);
  const requested =
    form === undefined
      ? (node.fields ?? []).flatMap((field) => reference.field(field) ?? [])
      : reference.formFields(form);
  const isPerson = link.eventType === 'KYC_EVENT';
  return requested
    .filter(({ field }) => !known.has(field))
    .map((field) => (node.required.includes(field.field) ? { ...field, required: true } : field))
    .flatMap((field) => {
      // Interface specification 2.4: an individual's name is in Latin letters, the original one is an alias.
      if (field.field !== 'name' || !isPerson) return [field];
      return [
        { ...field, required: true, rules: { ...field.rules, script: 'Latin' as const } },
        originalName,
      ];
    });
}

function valuesOf({ draft }: Context): FieldValues {
  return (draft as { values?: FieldValues } | undefined)?.values ?? {};
}

function withProposal(fault: FieldFault, values: FieldValues): FieldFault {
  if (fault.rule !== 'script') return fault;
  const proposal = latinName(String(values[fault.field] ?? ''));
  return proposal === '' ? fault : { ...fault, params: { ...fault.params, proposal } };
}

/** Values as `data` has them: lists that are written as one text are one, and the original name is an alias. */
function dataOf(fields: readonly FlowField[], values: FieldValues): Record<string, FieldValue> {
  const data: Record<string, FieldValue> = {};
  for (const { field, type, rules } of fields) {
    const value = values[field] ?? null;
    const isText = type === 'stringList' && rules.separator !== undefined;
    data[field] = isText && value !== null ? listOf(value).join(`${rules.separator} `) : value;
  }
  const original = values['originalName'];
  delete data['originalName'];
  if (typeof original === 'string') {
    const aliases = splitAliases(typeof data['aliasName'] === 'string' ? data['aliasName'] : undefined);
    // A comma would part it into two names (interface specification 2.4).
    const alias = original.replaceAll(/\s*[,，]\s*/g, ' ');
    data['aliasName'] = [...new Set([...aliases, alias])].join(', ');
  }
  return data;
}

/** What the customer is known by from now on, and the fields as the service writes them. */
function subjectOf(
  { link, now }: Context,
  data: FieldValues,
):
  | {
      readonly ok: true;
      readonly data: FieldValues;
      readonly customer?: ReturnType<typeof customerOfSubject>;
    }
  | { readonly ok: false; readonly fault: FieldFault } {
  if (data['name'] === undefined || data['name'] === null) return { ok: true, data: {} };
  const submitted = Object.fromEntries(
    subjectFieldNames.flatMap((name) =>
      data[name] === null || data[name] === undefined ? [] : [[name, data[name]]],
    ),
  );
  const parsed = parseInput<SubjectInput>(subjectSchema, {
    ...submitted,
    customerId: link.customerId,
    customerType: link.eventType === 'KYC_EVENT' ? 'individual' : 'corporate',
  });
  const normal = parsed.ok ? normalFields(parsed.value, now) : parsed;
  if (!normal.ok) {
    const [field = 'name'] = normal.bad.message.split(' ', 1);
    return { ok: false, fault: { field, rule: 'type', params: { message: normal.bad.message } } };
  }
  const { fields } = normal;
  const customer = customerOfSubject(fields);
  const others = Object.entries(data).filter(
    ([name, value]) => value !== null && !(subjectFieldNames as readonly string[]).includes(name),
  );
  return {
    ok: true,
    data: Object.fromEntries(
      subjectFieldNames.flatMap((name) => (name in submitted ? [[name, fields[name] ?? null]] : [])),
    ),
    customer: { ...customer, profile: { ...customer.profile, ...Object.fromEntries(others) } },
  };
}
