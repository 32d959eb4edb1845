import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FlowLanguage } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import { ReportLanguage } from '../../cases/report/index.ts';
import { type ConsoleFile, ConsoleRefusal, type ConsoleUser } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Scope } from '../../lib/scope.ts';
import { drawReport, type ReportRequest, ReportSlots } from '../../pdf/index.ts';
import type { TenantRecord } from '../../tenants/index.ts';
import { assuranceDocument, assuranceFiles, plainColor } from '../pdf-report/index.ts';
import type { MissedEstimate } from '../run/missed-estimate.ts';
import type { AssuranceReport } from '../run/report.ts';
import { sha256 } from '../run/report-files.ts';
import { readRunFile } from './run-rows.ts';
import { readEstimate } from './sample-console-handlers.ts';

export interface PdfTools {
  readonly database: Database;
  readonly logger: Logger;
  readonly tenants: { tenant(tenantId: string): TenantRecord | undefined };
}

/** Reports that a node draws at once. */
const slots = new ReportSlots({ running: 1, waiting: 8, waitingOfTenant: 3 });

/**
 * The report of a run that is done, as PDF. The same run in the same language makes the same bytes: who made it and when is in
 * the audit log, with their SHA-256, before the first of them leaves.
 */
export async function makeRunPdf(
  { database, logger, tenants }: PdfTools,
  scope: Scope,
  call: {
    readonly assuranceRunId: string;
    readonly user: ConsoleUser;
    readonly language: FlowLanguage;
  },
): Promise<ConsoleFile> {
  const { assuranceRunId, user, language } = call;
  const read = await database.transaction(scope, async (tx) => {
    const json = await readRunFile(tx, scope, { assuranceRunId, name: 'report.json' });
    if (json === undefined) return undefined;
    const report = JSON.parse(json) as AssuranceReport;
    return { json, report, estimate: await readEstimate(tx, scope, { assuranceRunId, report }) };
  });
  if (read === undefined) throw new ConsoleRefusal('NOT_FOUND');
  const request = requestOf(read, { language, user, tenant: tenants.tenant(scope.tenantId) });
  const pdf = await slots.run(scope.tenantId, () => drawReport(logger, request));
  if (pdf === undefined) throw new ConsoleRefusal('BUSY', undefined, { retryAfterSeconds: 5 });
  await database.transaction(scope, (tx) =>
    recordAudit(tx, scope, {
      actor: { kind: 'user', id: user.email },
      act: 'assurance_run.report',
      object: { kind: 'assurance_run', id: assuranceRunId },
      detail: { language, pdfSha256: createHash('sha256').update(pdf).digest('hex') },
    }),
  );
  return {
    filename: `assurance-${assuranceRunId}-report.pdf`,
    contentType: 'application/pdf',
    size: pdf.length,
    bytes: Readable.from([pdf]),
  };
}

function requestOf(
  read: {
    readonly json: string;
    readonly report: AssuranceReport;
    readonly estimate: MissedEstimate | undefined;
  },
  of: {
    readonly language: FlowLanguage;
    readonly user: ConsoleUser;
    readonly tenant: TenantRecord | undefined;
  },
): ReportRequest {
  const { language, user, tenant } = of;
  const logo = tenant?.logo?.bytes;
  return {
    document: assuranceDocument({
      report: read.report,
      sha256: sha256(read.json),
      ...(read.estimate !== undefined && { estimate: read.estimate }),
      language,
      brand: {
        name: tenant?.branding?.name ?? user.tenantName,
        color: tenant?.branding?.primaryColour?.toLowerCase() ?? plainColor,
        ...(logo === undefined ? {} : { logo: 'logo' }),
      },
      letterhead: new ReportLanguage(language).texts.environments[user.environment],
      isOfService: true,
      isAttested: true,
    }),
    files: assuranceFiles(logo),
  };
}
