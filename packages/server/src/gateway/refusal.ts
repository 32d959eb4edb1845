import type { BadInput, BusinessCode } from '@gatehouse/contract';

/**
 * What a handler returns instead of data when it refuses: a value, never thrown. The gateway words it by the
 * operation's own rules (docs/interface.md 3), so that a handler need not know them.
 */
export class Refusal {
  readonly reason:
    | { readonly kind: 'business'; readonly code: Exclude<BusinessCode, 200>; readonly message: string }
    | { readonly kind: 'badInput'; readonly bad: BadInput };

  constructor(reason: Refusal['reason']) {
    this.reason = reason;
  }
}

/**
 * Refuses inside `data` with a business code of interface specification 7.2 and a message that names what was refused.
 */
export function refuse(code: Exclude<BusinessCode, 200>, message: string): Refusal {
  return new Refusal({ kind: 'business', code, message });
}

/**
 * Refuses a field that only the handler can evaluate, such as a workflow's own entry field: a `shape` fault
 * (missing or of the wrong JSON type) goes the way of the operation's `missingField`, a `value` fault is
 * `data.code` 400.
 */
export function refuseInput(bad: BadInput): Refusal {
  return new Refusal({ kind: 'badInput', bad });
}
