import type { ConsoleHandlers } from '../../console-api/index.ts';
import { ReportSlots } from '../../pdf/index.ts';
import { makeReport, type ReportTools } from './case-report.ts';

/** How people take a case out of the console as a document. */
export function reportConsoleHandlers(
  service: Omit<ReportTools, 'slots'>,
): Pick<ConsoleHandlers, 'cases.report'> {
  const tools = { ...service, slots: new ReportSlots() };
  return {
    'cases.report': ({ scope, params, query, user }) =>
      makeReport(tools, scope, { caseNo: params.caseNo, user, language: query.language ?? 'en' }),
  };
}
