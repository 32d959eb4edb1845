import { type Actor, recordNumberedAudit, type SignedText, signText } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { MasterKeys } from '../../lib/secrets.ts';

export interface ReportToAttest extends Scope {
  /** Of a run in the service. */
  readonly assuranceRunId?: string;
  /** SHA-256 of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Lies beside a report: when it was made, and by which audit record. What changes from run to run is only here. */
export interface Attestation extends SignedText {
  readonly format: 'gatehouse-assurance-attestation';
  readonly tenantId: string;
  readonly domain: string;
  readonly recordedAt: string;
  /** Id of the record in the audit log, which has the same hashes. */
  readonly auditRecord: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Enters the hashes of a report into the audit log and signs them. */
export async function attestReport(
  tx: Tx,
  by: { readonly masterKeys: MasterKeys; readonly actor: Actor },
  { tenantId, domain, assuranceRunId, files }: ReportToAttest,
): Promise<Attestation> {
  const auditRecord = await recordNumberedAudit(
    tx,
    { tenantId, domain },
    {
      actor: by.actor,
      act: 'assurance_run.done',
      object: { kind: 'assurance_run', id: assuranceRunId ?? files['report.json'] ?? '' },
      detail: { files },
    },
  );
  const [row] = await tx.sql<{ at: Date }>('select now() as at');
  const stated = {
    format: 'gatehouse-assurance-attestation',
    tenantId,
    domain,
    recordedAt: row!.at.toISOString(),
    auditRecord,
    files,
  } as const;
  return { ...stated, ...signText(by.masterKeys, JSON.stringify(stated)) };
}
