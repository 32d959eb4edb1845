import type { Environment, ListedEntityView, TrueMatchPolicy } from '@gatehouse/contract';
import type { ListVersionDates } from '../../lists/updates/index.ts';
import type { RulingView } from '../../screening/index.ts';
import type { CaseHit } from '../case-hits.ts';
import type { WholeCase } from '../case-read.ts';
import type { ReportLanguage } from './report-language.ts';
import type { ReportPerson } from './report-people.ts';

/** What a report is written from: a case with what stands behind it. */
export interface ReportSource {
  readonly whole: WholeCase;
  readonly language: ReportLanguage;
  readonly tenantName: string;
  readonly environment: Environment;
  /** `#rrggbb`; undefined: the tenant has none. */
  readonly color: string | undefined;
  /** Name of the logo among the files; undefined: the tenant has none. */
  readonly logo: string | undefined;
  /** Who asked for it. */
  readonly preparedFor: { readonly email: string; readonly name: string | null };
  /** Of the decision node that opened the case; null where that states none. */
  readonly policy: TrueMatchPolicy | null;
  /** The hits as its decision depends on them. */
  readonly hits: readonly CaseHit[];
  /** By address, those who have an account today. */
  readonly people: ReadonlyMap<string, ReportPerson>;
  /** Of the list versions that were searched. */
  readonly listDates: readonly ListVersionDates[];
  /** By alert: the entry as it was searched. */
  readonly entries: ReadonlyMap<string, ReportEntry>;
  /** Every ruling on the listed entities of the hits, newest first. */
  readonly rulings: readonly RulingView[];
  /** By upload: what the report shows of a file. */
  readonly pictures: ReadonlyMap<string, FileState>;
  /** SHA-256 of `state.json` of the bundle. */
  readonly stateSha256: string;
}

export interface ReportEntry {
  readonly entity: ListedEntityView | null;
  readonly listVersion: string | null;
}

/**
 * `shown`: its bytes are among the files of the report, under the ID of the upload. Every file is compared with the SHA-256
 * that it had when it was received, but for those of `tooMany`.
 */
export type FileState =
  | 'shown'
  | 'noPicture'
  | 'missing'
  | 'keyless'
  | 'damaged'
  | 'noPermission'
  | 'tooMany';
