/** Draws documents as PDF/A with typst, each in a process of its own that has bounds. It knows no case and no store. */
export { drawReport, reportTooLarge } from './draw-report.ts';
export {
  type ChartText,
  fieldsBlock,
  headed,
  type ReportBlock,
  type ReportDocument,
  type ReportFiles,
  type ReportText,
  type ReportTone,
  tableBlock,
} from './report-blocks.ts';
export { ReportSlots } from './report-slots.ts';
export { type ReportRequest, runReportProcess } from './run-report-process.ts';
export { isolated } from './shown-text.ts';
export { type Translated, withIsolatedValues } from './translated-words.ts';
