import { createHash } from 'node:crypto';
import { type ListEntry, type MatchPolicy, type Subject, SubjectIndex } from '@gatehouse/matching';
import { readSubject, selfKey } from '../screening/index.ts';
import type { WatchedCustomer } from './monitoring-protocol.ts';

/** A subject of a customer: itself or a party, by the key that it is followed by. */
export interface WatchedSubject {
  readonly key: string;
  /** Equal for equal subjects, whoever they belong to. */
  readonly digest: string;
}

/**
 * The monitored customers of one scope with their parties. Equal subjects of several customers are kept, looked up and
 * screened once: an owner of 100,000 companies is one subject.
 */
export class WatchedSubjects {
  /** By digest. */
  readonly #index = new SubjectIndex();
  readonly #byCustomer = new Map<string, readonly WatchedSubject[]>();
  /** Customers by digest; most subjects have one. */
  readonly #holders = new Map<string, string | Set<string>>();
  #subjects = 0;

  /** Customers. */
  get size(): number {
    return this.#byCustomer.size;
  }

  /** Customers and parties, those of several customers counted with each. */
  get subjects(): number {
    return this.#subjects;
  }

  /** Takes in a customer in place of what was known of it. One of whom nothing can be screened is forgotten. */
  put(customer: WatchedCustomer): void {
    const before = this.of(customer.customerId);
    const next = [...subjectsOf(customer)].map(([key, subject]) => {
      const digest = digestOf(subject);
      this.#hold(customer.customerId, digest, subject);
      return { key, digest };
    });
    const kept = new Set(next.map(({ digest }) => digest));
    for (const digest of new Set(before.map((subject) => subject.digest))) {
      if (!kept.has(digest)) this.#release(customer.customerId, digest);
    }
    this.#subjects += next.length - before.length;
    if (next.length > 0) this.#byCustomer.set(customer.customerId, next);
    else this.#byCustomer.delete(customer.customerId);
  }

  delete(customerId: string): void {
    this.put({ customerId, subject: null, stated: null });
  }

  /** The subjects of a customer, itself first. */
  of(customerId: string): readonly WatchedSubject[] {
    return this.#byCustomer.get(customerId) ?? [];
  }

  subject(digest: string): Subject | undefined {
    return this.#index.subject(digest);
  }

  /** Whether more than one customer has the subject. */
  isShared(digest: string): boolean {
    return typeof this.#holders.get(digest) === 'object';
  }

  customerIds(): IterableIterator<string> {
    return this.#byCustomer.keys();
  }

  /** Digests of subjects whom the entries may concern. */
  concerned(entries: readonly ListEntry[], policies: readonly MatchPolicy[]): Set<string> {
    return this.#index.concerned(entries, policies);
  }

  /** Customers who have one of these subjects. */
  holders(digests: Iterable<string>): Set<string> {
    const found = new Set<string>();
    for (const digest of digests) {
      const held = this.#holders.get(digest);
      if (typeof held === 'string') found.add(held);
      else for (const customerId of held ?? []) found.add(customerId);
    }
    return found;
  }

  #hold(customerId: string, digest: string, subject: Subject): void {
    const held = this.#holders.get(digest);
    if (held === undefined) {
      this.#holders.set(digest, customerId);
      this.#index.put(digest, subject);
    } else if (typeof held === 'object') held.add(customerId);
    else if (held !== customerId) this.#holders.set(digest, new Set([held, customerId]));
  }

  #release(customerId: string, digest: string): void {
    const held = this.#holders.get(digest);
    if (typeof held === 'object') {
      held.delete(customerId);
      if (held.size > 0) return;
    } else if (held !== customerId) return;
    this.#holders.delete(digest);
    this.#index.delete(digest);
  }
}

function digestOf(subject: Subject): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('base64url').slice(0, 22);
}

/** Every readable subject of a customer by its key; what is stated of one party at several places counts as stated last. */
function subjectsOf({ customerId, subject, stated, subjects }: WatchedCustomer): Map<string, Subject> {
  if (subjects) return new Map(subjects.map((one) => [one.key, one.subject]));
  const now = new Date();
  const found = new Map<string, Subject>();
  const add = (key: string, fields: Readonly<Record<string, unknown>>) => {
    if (found.has(key)) return;
    const read = readSubject(fields, { customerId, now });
    if (read.ok) found.set(key, read.subject);
  };
  if (subject) add(selfKey, subject);
  for (const { declaredBy, parties, self } of stated ?? []) {
    for (const [index, fields] of self.entries()) add(`${selfKey}#${declaredBy}#${index}`, fields);
    for (const [key, fields] of Object.entries(parties)) add(key, fields);
  }
  return found;
}
