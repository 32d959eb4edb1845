/** Equal identity documents and registration numbers. */
import type { Identifier } from '../entry.ts';
import { normalizeIdentifier } from '../names/identifiers.ts';
import type { Subject } from '../subject.ts';
import { MAX_IDENTIFIER_WORDS } from '../weights.ts';
import type { Reason } from './feature.ts';

const TAX_OR_REGISTRATION =
  /regist|company|tax|business|commercial|trade|nit|ruc|rif|folio|matricula|vat|duns|imo|inn|ogrn|lei/i;
const PERSONAL =
  /passport|national id|identification|cedula|ssn|driver|birth|citizen|residen|dni|d\.n\.i|curp/i;

/** Whether two kinds of identifier may be the same: unknown kinds may be anything. */
function compatibleKinds(a: string | undefined, b: string | undefined): boolean {
  if (!a || !b) return true;
  if (PERSONAL.test(a) && TAX_OR_REGISTRATION.test(b) && !PERSONAL.test(b)) return false;
  if (PERSONAL.test(b) && TAX_OR_REGISTRATION.test(a) && !PERSONAL.test(a)) return false;
  return true;
}

/** Identifiers of a subject, the registration number among them; a business's name may itself be one (spec 4.5). */
export function identifiersOf(subject: Subject): { kind?: string; value: string }[] {
  const identifiers = [...(subject.identifiers ?? [])];
  if (subject.registrationNumber)
    identifiers.push({ kind: 'Registration Number', value: subject.registrationNumber });
  if (
    subject.type === 'corporate' &&
    /\d{4}/.test(subject.name) &&
    subject.name.trim().split(/\s+/).length <= MAX_IDENTIFIER_WORDS
  ) {
    identifiers.push({ value: subject.name });
  }
  return identifiers;
}

/** The first identifier that subject and entity share, as a reason. */
export function identifierReason(subject: Subject, identifiers: readonly Identifier[]): Reason | undefined {
  for (const own of identifiersOf(subject)) {
    const value = normalizeIdentifier(own.value);
    if (value === undefined) continue;
    for (const other of identifiers) {
      if (normalizeIdentifier(other.value) === value && compatibleKinds(own.kind, other.kind)) {
        return { feature: 'identifier', score: 1, detail: `${other.kind} ${other.value} is the same` };
      }
    }
  }
  return undefined;
}
