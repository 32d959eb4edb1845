import { type SubjectInput, subjectFieldNames } from '@gatehouse/contract';

/** What a submit says of its customer; the profile keeps the newest values. */
export interface CustomerUpdate {
  readonly customerId: string;
  readonly customerType: string | null;
  readonly name: string | null;
  readonly profile: Readonly<Record<string, unknown>>;
  /** Kept from the first submission only (spec 2.4). */
  readonly idType: string | null;
  readonly idNumber: string | null;
}

const notProfile = new Set(['customerId', 'customerType', 'name', 'idType', 'idNumber']);

/** The customer as a screening subject describes it (spec 2.4). */
export function customerOfSubject(subject: SubjectInput): CustomerUpdate {
  const fields = subjectFieldNames.filter((name) => !notProfile.has(name) && subject[name] !== undefined);
  return {
    customerId: subject.customerId,
    customerType: subject.customerType,
    name: subject.name,
    profile: Object.fromEntries(fields.map((name) => [name, subject[name]])),
    idType: subject.idType ?? null,
    idNumber: subject.idNumber ?? null,
  };
}

/** The customer of an event that says nothing of a person. */
export function customerOfEvent(customerId: string): CustomerUpdate {
  return { customerId, customerType: null, name: null, profile: {}, idType: null, idNumber: null };
}
