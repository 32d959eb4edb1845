import { parseInput, type SubjectInput, subjectSchema } from '@gatehouse/contract';
import type { Subject } from '@gatehouse/matching';
import { matchingSubject } from './subject.ts';
import { splitIdentifiers } from './subject-identifiers.ts';

type ReadSubject =
  | { readonly ok: true; readonly subject: Subject }
  | { readonly ok: false; readonly reason: string };

/**
 * The subject that fields of a screening describe: those of the interface, and identifiers.
 * @param now today's date in UTC decides which dates lie in the future
 */
export function readSubject(
  fields: Readonly<Record<string, unknown>>,
  { customerId, now }: { readonly customerId: string; readonly now: Date },
): ReadSubject {
  const { identifiers, others } = splitIdentifiers(fields);
  const [first] = identifiers;
  const parsed = parseInput<SubjectInput>(subjectSchema, {
    customerType: 'individual',
    // A subject may have no name where it has an identifier; the schema is that of a submit, which has one.
    ...(first && { name: first.value }),
    ...others,
    customerId,
  });
  if (!parsed.ok) return { ok: false, reason: `subject: ${parsed.bad.message}` };
  const subject = matchingSubject(parsed.value, now);
  if (!subject.ok) return { ok: false, reason: `subject: ${subject.bad.message}` };
  const untyped = fields['customerType'] === undefined;
  const all = [...(subject.subject.identifiers ?? []), ...identifiers];
  return {
    ok: true,
    subject: {
      ...subject.subject,
      ...(others['name'] === undefined && { name: '' }),
      ...(untyped && { type: 'any' }),
      ...(all.length > 0 && { identifiers: all }),
    },
  };
}
