import { phrase } from '@gatehouse/contract';
import { ConsoleRefusal } from '../console-api/index.ts';
import type { Logger } from '../lib/logger.ts';
import { ReportFailure, type ReportRequest, runReportProcess } from './run-report-process.ts';

/** Draws a report that somebody asked for in the console. @throws ConsoleRefusal where it takes more than one may */
export async function drawReport(logger: Logger, request: ReportRequest): Promise<Uint8Array> {
  try {
    return await runReportProcess(request);
  } catch (error) {
    if (!(error instanceof ReportFailure && error.isTooLarge)) throw error;
    logger.warn({ err: error }, 'a report was ended for the time or memory that it took');
    throw reportTooLarge();
  }
}

export function reportTooLarge(): ConsoleRefusal {
  return new ConsoleRefusal('TOO_LARGE', phrase('refusals.reportTooLarge'));
}
