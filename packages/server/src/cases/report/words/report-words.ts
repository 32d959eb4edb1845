import type { english } from './en.ts';

/** The words of a report in one language: those of English say which there are, so that the compiler finds what is missing. */

type Translated<Words> = Words extends string
  ? string
  : Words extends (...params: infer Params) => string
    ? (...params: Params) => string
    : { readonly [Key in keyof Words]: Translated<Words[Key]> };

export type ReportTexts = Translated<(typeof english)['texts']>;
/** Words for codes of the wire; a code that has none is shown as it is, with spaces. */
export type ReportCodes = Translated<(typeof english)['codes']>;
