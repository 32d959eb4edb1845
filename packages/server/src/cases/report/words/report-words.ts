import type { Translated } from '../../../pdf/index.ts';
import type { english } from './en.ts';

/** The words of a report in one language: those of English say which there are, so that the compiler finds what is missing. */

export type ReportTexts = Translated<(typeof english)['texts']>;
/** Words for codes of the wire; a code that has none is shown as it is, with spaces. */
export type ReportCodes = Translated<(typeof english)['codes']>;
