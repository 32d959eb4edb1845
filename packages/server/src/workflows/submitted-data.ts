import {
  type BadInput,
  type SubjectInput,
  subjectFieldNames,
  subjectSchema,
  type WorkflowEventType,
} from '@gatehouse/contract';
import { type CompiledWorkflow, checkEntryFields } from '../interpreter/index.ts';
import { normalFields } from '../screening/index.ts';

type Data = Readonly<Record<string, unknown>>;

/** The screening subject, normalised, where the event carries one; or what of `data` cannot be taken. */
export function acceptData(
  workflow: CompiledWorkflow,
  { eventType, data }: { readonly eventType: WorkflowEventType; readonly data: Data },
  now: Date,
): { ok: true; subject: SubjectInput | undefined } | { ok: false; bad: BadInput } {
  const [bad] = checkEntryFields(workflow.workflow, data);
  if (bad) return { ok: false, bad };
  if (eventType !== 'MANUAL_CASE_EVENT') return { ok: true, subject: undefined };
  // The gateway has checked the subject's fields with the rest of the body (interface specification 2.4).
  const normal = normalFields(subjectSchema.parse(data), now);
  if (normal.ok) return { ok: true, subject: normal.fields };
  return { ok: false, bad: { ...normal.bad, message: `data.${normal.bad.message}` } };
}

/**
 * What is kept of `data`: the interface's fields, as expressions and people are to see them, and the
 * workflow's own; others are ignored (docs/interface.md 3).
 */
export function knownData(
  workflow: CompiledWorkflow,
  data: Data,
  subject: SubjectInput | undefined,
): Record<string, unknown> {
  const entryNames = workflow.workflow.entry.map((field) => field.name);
  return {
    ...picked(data, entryNames),
    ...(subject ? picked(subject, subjectFieldNames) : { customerId: data['customerId'] }),
  };
}

function picked(from: Data, names: readonly string[]): Record<string, unknown> {
  const there = names.filter((name) => Object.hasOwn(from, name) && from[name] !== undefined);
  return Object.fromEntries(there.map((name) => [name, from[name]]));
}
