import { type SubjectInput, subjectFieldNames } from '@gatehouse/contract';

/** What a submit says of its customer; the profile keeps the newest values. */
export interface CustomerUpdate {
  readonly customerId: string;
  readonly customerType: string | null;
  readonly name: string | null;
  readonly profile: Readonly<Record<string, unknown>>;
  /**
   * The screening subject as submitted, and under `wallets` the addresses that were screened; null where the event says of neither.
   */
  readonly subject: Readonly<Record<string, unknown>> | null;
  /** Whether the customer is to be monitored; null where the submit does not say. */
  readonly monitored: boolean | null;
  /** Kept from the first submission only (interface specification 2.4). */
  readonly idType: string | null;
  readonly idNumber: string | null;
}

const notProfile = new Set(['customerId', 'customerType', 'name', 'idType', 'idNumber']);

/** The customer as a screening subject describes it (interface specification 2.4). */
export function customerOfSubject(subject: SubjectInput, wallets: readonly string[] = []): CustomerUpdate {
  const stated = subjectFieldNames.filter((name) => subject[name] !== undefined);
  const fields = stated.filter((name) => !notProfile.has(name));
  const screened = stated.filter((name) => name !== 'idType' && name !== 'idNumber');
  return {
    customerId: subject.customerId,
    customerType: subject.customerType,
    name: subject.name,
    profile: Object.fromEntries(fields.map((name) => [name, subject[name]])),
    subject: {
      ...Object.fromEntries(screened.map((name) => [name, subject[name]])),
      ...(wallets.length > 0 && { wallets }),
    },
    monitored: subject.continuousMonitoring ?? null,
    idType: subject.idType ?? null,
    idNumber: subject.idNumber ?? null,
  };
}

/** The customer of an event that has no screening subject of its own: called as its company, if it names one. */
export function customerOfEvent(
  customerId: string,
  wallets: readonly string[] = [],
  data: Readonly<Record<string, unknown>> = {},
): CustomerUpdate {
  const { companyName } = data;
  return {
    customerId,
    customerType: null,
    name: typeof companyName === 'string' && companyName.trim() !== '' ? companyName.trim() : null,
    profile: {},
    subject: wallets.length > 0 ? { wallets } : null,
    monitored: null,
    idType: null,
    idNumber: null,
  };
}
