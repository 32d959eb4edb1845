/** A token with what comparing it needs: phonetic key, letters, form of OCR confusion, given names. */
import { lettersIn } from '../scoring/edit-cost.ts';
import { relatedGroupsOf } from './company-words.ts';
import { givenNamesOf } from './given-names.ts';
import { LEGAL_CLASS_MARK } from './legal-forms.ts';
import { ocrForm } from './ocr-confusion.ts';
import { CHARACTER_MARK } from './original-script.ts';
import { skeletonOf } from './skeleton.ts';

/** A token with what comparing it needs. Each value is computed on first use and kept. */
export class ComparableToken {
  readonly text: string;
  #skeleton: string | undefined;
  #letters = 0;
  #isRigid: boolean | undefined;
  #ocrForm: string | undefined;
  #givenNames: readonly number[] | undefined;
  #relatedGroups: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The phonetic key: the consonant skeleton. */
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

  /** See `ocrForm`. */
  get ocrForm(): string {
    this.#ocrForm ??= ocrForm(this.text);
    return this.#ocrForm;
  }

  /** Which given names it is a form of, see `givenNamesOf`. */
  get givenNames(): readonly number[] {
    this.#givenNames ??= givenNamesOf(this.text);
    return this.#givenNames;
  }

  /** Which groups of company words of nearly one meaning it is in, see `relatedGroupsOf`. */
  get relatedGroups(): readonly number[] {
    this.#relatedGroups ??= relatedGroupsOf(this.text);
    return this.#relatedGroups;
  }
}

/** Whether a token can only be matched exactly: numbers, legal forms and characters that are words. */
export function isRigid(token: string): boolean {
  const first = token.charCodeAt(0);
  if (token[0] === LEGAL_CLASS_MARK || token[0] === CHARACTER_MARK) return true;
  return first >= 48 && first <= 57 && /^\d+$/.test(token);
}
