import type { FieldChange } from '../lib/differing-fields.ts';

/** A member that differs; `from` and `to` where they may be shown. */
export type ChangedMember = Pick<FieldChange, 'field'> & Partial<FieldChange>;

/** One difference between a tenant file and the store: what `plan` shows and `provision` applies. */
export interface ProvisionChange {
  readonly tenantId: string;
  /** Of a workflow; absent where the object belongs to the tenant as a whole. */
  readonly domain?: string;
  readonly kind: string;
  readonly id: string;
  /** Such as `create`, `change`, `replace_secret`, `publish`. */
  readonly action: string;
  readonly members: readonly ChangedMember[];
  /** The object as people name it: `webhook wh_crm of acme`. */
  readonly subject: string;
  /** What happens to it: `created`, `retry changed`. Never a secret. */
  readonly words: string;
  /** Who changed it in the console since a tenant file did; absent where nobody has. */
  readonly consoleEdit?: ConsoleEdit;
}

/** A change that somebody made in the console. */
export interface ConsoleEdit {
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A change as one sentence. */
export function changeText({ subject, words }: ProvisionChange): string {
  return `${subject}: ${words}`;
}
