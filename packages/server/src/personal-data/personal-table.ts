/** What belongs together of what is kept of a customer: why it is kept, and where it came from, is said once for each. */
export type PersonalPart =
  | 'profile'
  | 'executions'
  | 'screening'
  | 'cases'
  | 'verification'
  | 'messages'
  | 'deliveries'
  | 'quickScans'
  | 'files'
  | 'dataProtection'
  | 'auditLog';

/** What hangs on some executions of a customer. */
export interface ExecutionIds {
  readonly executionIds: readonly string[];
  readonly caseNos: readonly string[];
  readonly linkIds: readonly string[];
  readonly deliveryIds: readonly string[];
  readonly scanIds: readonly string[];
  readonly messageIds: readonly string[];
  readonly uploadIds: readonly string[];
  /** Of one-time codes, as the audit log names them. */
  readonly codeKeys: readonly string[];
}

/** What is found by the customer itself. */
export interface CustomerIds {
  readonly customerId: string;
  /** What the audit log calls the customer. */
  readonly auditIds: readonly string[];
  /** Links that name the customer, whether somebody opened them or not. */
  readonly customerLinkIds: readonly string[];
  readonly runIds: readonly string[];
}

export type PersonalIds = ExecutionIds & CustomerIds;

/** A condition on rows of a tenant's domain, which are $1 and $2; $3 is the ID or the IDs that it goes by. */
export interface FoundBy {
  readonly by: keyof PersonalIds;
  readonly where: string;
}

/**
 * A table that has rows of customers. Erasure deletes them in the order of the list, access hands them out. A test demands that
 * each column of the schema that is classed personal is shown, or of staff, or withheld for a reason.
 */
export interface PersonalTable {
  readonly table: string;
  readonly title: string;
  readonly part: PersonalPart;
  readonly found: readonly FoundBy[];
  /** What becomes of the rows in an erasure, where it does not delete them as the list says. */
  readonly erasure?: string;
  /** Columns that a person gets who asks what is kept of them. */
  readonly shown: readonly string[];
  /** Columns whose values are sealed (docs/decisions/0026-keys-of-rows.md): they are opened where they are shown. */
  readonly sealed?: {
    /** The column that has the ID of the key. */
    readonly key: string;
    readonly columns: readonly string[];
    /** Those that have texts otherwise. */
    readonly texts?: readonly string[];
  };
  /** Columns that name people of the tenant: access says that there was one, and not who. */
  readonly staff?: readonly string[];
  /** Personal columns that access leaves out, and why. */
  readonly withheld?: Readonly<Record<string, string>>;
}

/** The conditions that go by IDs which are there, each with its IDs. */
export function foundBy(
  found: readonly FoundBy[],
  ids: Partial<PersonalIds>,
): { readonly where: string; readonly value: string | readonly string[] }[] {
  return found.flatMap(({ by, where }) => {
    const value = ids[by];
    return value === undefined || value.length === 0 ? [] : [{ where, value }];
  });
}
