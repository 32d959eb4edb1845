import type { Translated } from '../../../pdf/index.ts';
import type { english } from './en.ts';

/** The words of the report in one language: those of English say which there are, so that the compiler finds what is missing. */
export type AssuranceWords = Translated<typeof english>;
