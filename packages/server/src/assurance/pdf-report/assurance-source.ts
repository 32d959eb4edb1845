import type { FlowLanguage } from '@gatehouse/contract';
import type { ReportDocument } from '../../pdf/index.ts';
import type { MissedEstimate } from '../run/missed-estimate.ts';
import type { AssuranceReport } from '../run/report.ts';

/** What the PDF is written from, and for whom. The same values give the same bytes. */
export interface AssuranceSource {
  readonly report: AssuranceReport;
  /** Of `report.json`. */
  readonly sha256: string;
  readonly language: FlowLanguage;
  /** Whose report it is: a tenant's name, colour and logo. */
  readonly brand: ReportDocument['brand'];
  /** Beside the name: a test environment says so. */
  readonly letterhead: string;
  /** What people ruled of the sample below the threshold, where there is one. */
  readonly estimate?: MissedEstimate;
  /** Whether it was run in the service, where people repeat it in the console. */
  readonly isOfService: boolean;
  /** Whether an audit record and a signature vouch for it: its time is in the attestation then. */
  readonly isAttested: boolean;
}
