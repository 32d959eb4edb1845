/** The report of a test of screening as a PDF that a supervisor reads, in six languages. */
export { assuranceDocument, assuranceFiles, plainColor } from './assurance-document.ts';
