/** Writes the report of a case and draws it as PDF, in a process of its own. Never changes a case. */
export { reportConsoleHandlers } from './report-console-handlers.ts';
export { ReportLanguage } from './report-language.ts';
