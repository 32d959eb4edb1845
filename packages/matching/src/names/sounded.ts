/** A token as it is compared with others. */
import { lettersIn } from '../scoring/edit-cost.ts';
import { givenNamesOf } from './given-names.ts';
import { LEGAL_CLASS_MARK } from './legal-forms.ts';
import { misreadForm } from './misread.ts';
import { CHARACTER_MARK } from './native.ts';
import { skeletonOf } from './skeleton.ts';

/** A token as it is compared with others. What comparing asks of it is worked out once, when it is first asked for. */
export class Sounded {
  readonly text: string;
  #skeleton: string | undefined;
  #letters = 0;
  #isRigid: boolean | undefined;
  #misread: string | undefined;
  #givenNames: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The consonant skeleton. */
  get skeleton(): string {
    this.#skeleton ??= skeletonOf(this.text);
    return this.#skeleton;
  }

  /** See `lettersIn`. */
  get letters(): number {
    if (this.#letters === 0) this.#letters = lettersIn(this.text);
    return this.#letters;
  }

  get isRigid(): boolean {
    this.#isRigid ??= isRigid(this.text);
    return this.#isRigid;
  }

  /** What it may be if it was misread. */
  get misread(): string {
    this.#misread ??= misreadForm(this.text);
    return this.#misread;
  }

  /** Which given names it is a form of, see `givenNamesOf`. */
  get givenNames(): readonly number[] {
    this.#givenNames ??= givenNamesOf(this.text);
    return this.#givenNames;
  }
}

/** Whether a token can only be matched exactly: numbers, legal forms and characters that are words. */
export function isRigid(token: string): boolean {
  const first = token.charCodeAt(0);
  if (token[0] === LEGAL_CLASS_MARK || token[0] === CHARACTER_MARK) return true;
  return first >= 48 && first <= 57 && /^\d+$/.test(token);
}
