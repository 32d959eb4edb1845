import {
  type BadInput,
  linkEventTypes,
  parseInput,
  type SubjectInput,
  subjectFieldNames,
  subjectSchema,
} from '@gatehouse/contract';
import { customerOfEvent, customerOfSubject } from '../../customers/index.ts';
import { type CompiledWorkflow, interfaceFields, isSubjectEvent } from '../../interpreter/index.ts';
import { normalFields } from '../../screening/index.ts';
import { acceptData, knownData } from '../index.ts';
import type { TestRunSubject } from './execute-test-run.ts';

type Data = Readonly<Record<string, unknown>>;
type Example =
  | { readonly ok: true; readonly subject: TestRunSubject }
  | { readonly ok: false; readonly bad: Pick<BadInput, 'message'> };

/** An example as a submit would be taken: the same checks, the same forms of values. */
export function readExample(compiled: CompiledWorkflow, data: Data, now: Date): Example {
  const { eventType, source } = compiled.workflow;
  if (isSubjectEvent(eventType)) return readSubjectExample(compiled, data, now);
  const accepted = acceptData(compiled, { eventType, data }, now);
  if (!accepted.ok) return accepted;
  const { customerId } = data;
  if (typeof customerId !== 'string' || customerId.trim() === '') {
    return { ok: false, bad: { message: 'customerId is missing' } };
  }
  const isHosted = source === 'SDK' && linkEventTypes.some((type) => type === eventType);
  if (isHosted) return readHostedExample(compiled, { ...data, customerId }, now);
  return {
    ok: true,
    subject: { customer: customerOfEvent(customerId), data: knownData(compiled, data, undefined) },
  };
}

/** A caller's subject, or one that monitoring raises an event of, with why it does. */
function readSubjectExample(compiled: CompiledWorkflow, data: Data, now: Date): Example {
  const parsed = parseInput<SubjectInput>(subjectSchema, data);
  if (!parsed.ok) return parsed;
  const accepted = acceptData(compiled, { eventType: 'MANUAL_CASE_EVENT', data }, now);
  if (!accepted.ok) return accepted;
  const subject = accepted.subject!;
  const others = [...interfaceFields(compiled.workflow.eventType).keys()].filter(
    (name) => Object.hasOwn(data, name) && !subjectFields.has(name),
  );
  return {
    ok: true,
    subject: {
      customer: customerOfSubject(subject),
      data: {
        ...Object.fromEntries(others.map((name) => [name, data[name]])),
        ...knownData(compiled, data, subject),
      },
    },
  };
}

const subjectFields: ReadonlySet<string> = new Set(subjectFieldNames);

/** What an end user enters step by step is there from the beginning: a test run asks nobody. */
function readHostedExample(
  { workflow }: CompiledWorkflow,
  data: Data & { readonly customerId: string },
  now: Date,
): Example {
  const customerType = workflow.eventType === 'KYC_EVENT' ? 'individual' : 'corporate';
  const submitted = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  const known = { email: '', ...Object.fromEntries(submitted), customerId: data.customerId, customerType };
  if (typeof data['name'] !== 'string') {
    return { ok: true, subject: { customer: customerOfEvent(data.customerId, [], known), data: known } };
  }
  const own = Object.entries(known).filter(([name]) => subjectFields.has(name));
  const parsed = parseInput<SubjectInput>(subjectSchema, Object.fromEntries(own));
  if (!parsed.ok) return parsed;
  const normal = normalFields(parsed.value, now);
  if (!normal.ok) return normal;
  const { fields } = normal;
  const normalised = own.map(([name]) => [name, fields[name as keyof SubjectInput] ?? null]);
  return {
    ok: true,
    subject: { customer: customerOfSubject(fields), data: { ...known, ...Object.fromEntries(normalised) } },
  };
}
