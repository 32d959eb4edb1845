/**
 * Reads identity documents from pictures: machine-readable zone, what is printed, and what a person should look at. It
 * decodes pictures only in processes that can be ended, keeps nothing, and never decides about anybody.
 */
export type { CheckNumber, DocumentInput, NumberCheck } from './document-input.ts';
export {
  createDocumentReader,
  type DocumentReader,
} from './document-reader.ts';
export {
  type DocumentField,
  type DocumentFields,
  type DocumentReading,
  type FindingCode,
  isWorthRetaking,
  type UnreadableReason,
} from './document-reading.ts';
export { type ProcessLimits, spawnWithLimits } from './limited-process.ts';
export { isSameValue } from './same-value.ts';
export { tesseractInstallHint } from './tesseract.ts';
