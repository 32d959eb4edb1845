/**
 * Erases customers on the word of two people, unless a legal hold forbids it, and erases them again where a restored store has
 * them back. Never decides that anybody is to be erased.
 */

export { checkJournal, type JournalReport } from './check-journal.ts';
export { type ErasureOutcome, eraseByOperator, type OperatorErasure } from './erase-by-operator.ts';
export { eraseConfirmed } from './erase-customer.ts';
export { eraseDetailsOf } from './erase-details.ts';
export { addErased, type ErasedRows, eraseUploads } from './erase-rows.ts';
export { eraseExecutionStep, eraseStep, type StepTools } from './erase-step.ts';
export { erasureConsoleHandlers } from './erasure-console-handlers.ts';
export { addToJournal, findFault, type Journal, readJournal } from './erasure-journal.ts';
export { forgetErasedValues } from './forget-values.ts';
export { holdConsoleHandlers } from './legal-holds.ts';
export { repeatErasures } from './repeat-erasures.ts';
