/**
 * Runs screenings again as of their day: with the lists, the settings and the engine of then, and says whether the hits are the
 * same, byte for byte. It changes nothing that is kept.
 */

export { screenAsOf } from './as-of.ts';
export { asOfConsoleHandlers } from './as-of-console-handlers.ts';
export type { AsOfReport, NotRepeatable } from './as-of-report.ts';
export { type NameOnDate, type NameOnDateReport, screenNameOnDate } from './name-on-date.ts';
