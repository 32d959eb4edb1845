/** The background thread of runs in the service: screens parts of packs, and puts the report together from what was counted. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Hit, type MatchPolicy, openVersion } from '@gatehouse/matching';
import type { SharedListVersion } from '../../lists/index-files/index.ts';
import { makePack, type PackSettings, type TestPack } from '../pack/make-pack.ts';
import type { TestRecord } from '../pack/test-record.ts';
import { type CountedPairs, type DrawnPair, PairsBelow } from '../run/pairs-below.ts';
import { makeReport, type ReportBasis } from '../run/report.ts';
import { reportFiles, sha256 } from '../run/report-files.ts';
import { type CountedPart, ResultCounts } from '../run/result-counts.ts';
import { pairFinder, type RecordResult, recordScreener } from '../run/screen-record.ts';
import type { SampledCustomer } from './sample-rows.ts';

export interface PartTask {
  /** What pack, lists and policy are known by: the thread keeps the last. */
  readonly key: string;
  readonly lists: readonly SharedListVersion[];
  readonly policy: MatchPolicy;
  readonly pack: PackSettings;
  readonly from: number;
  readonly count: number;
  /** Customers of the run, which follow the records of the pack; 0: none. */
  readonly customers: number;
  /** Those to be screened in this part instead of records of the pack. */
  readonly sample?: readonly SampledCustomer[];
}

export interface PartAnswer {
  /** Records of the pack, for which lists may have too few, and customers. */
  readonly total: number;
  /** Of them, those that this part came to. */
  readonly screened: number;
  /** Packed `StoredPart`. */
  readonly part: Uint8Array;
}

interface StoredPart {
  readonly groups: TestPack['groups'];
  readonly counted: CountedPart;
  /** Of a part of customers. */
  readonly pairs?: CountedPairs;
}

export interface ReportTask {
  readonly basis: ReportBasis;
  readonly parts: readonly Uint8Array[];
}

/** Files by name, packed, with the SHA-256 of what they hold. */
export interface ReportAnswer {
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly packed: Uint8Array }[];
  readonly summary: RunSummary;
  /** Customers beside entries, for people to rule on. */
  readonly pairs: readonly DrawnPair[];
}

/** The figures of a report that a list of runs shows. */
export interface RunSummary {
  readonly exact: number | null;
  readonly altered: number | null;
  readonly alertRate: number | null;
  readonly missed: number;
}

let open:
  | {
      readonly key: string;
      readonly pack: TestPack;
      readonly screenOne: (record: TestRecord) => RecordResult;
      readonly findPairs: (subject: TestRecord['subject']) => Hit[];
    }
  | undefined;

/** Screens some records of a pack. */
export function screenPart(task: PartTask): PartAnswer {
  const { pack, screenOne } = openPack(task);
  const counts = new ResultCounts();
  const records = pack.records.slice(task.from, task.from + task.count);
  for (const [at, record] of records.entries()) counts.add(record, screenOne(record), task.from + at);
  const stored: StoredPart = { groups: pack.groups, counted: counts.counted() };
  return {
    total: pack.records.length + task.customers,
    screened: task.from + records.length,
    part: gzipSync(JSON.stringify(stored)),
  };
}

/** Screens some of the tenant's own customers as records that should find nothing, and looks for what the settings do not find. */
export function screenCustomers(task: PartTask & Required<Pick<PartTask, 'sample'>>): PartAnswer {
  const { pack, screenOne, findPairs } = openPack(task);
  const counts = new ResultCounts();
  const pairs = new PairsBelow(task.pack.seed);
  for (const { customerId, subject } of task.sample) {
    const record = customerRecord(customerId, subject);
    counts.add(record, screenOne(record), 0);
    for (const hit of findPairs(subject)) pairs.add(customerId, hit);
  }
  const stored: StoredPart = { groups: pack.groups, counted: counts.counted(), pairs: pairs.counted() };
  return {
    total: pack.records.length + task.customers,
    screened: task.from + task.count,
    part: gzipSync(JSON.stringify(stored)),
  };
}

function customerRecord(customerId: string, subject: TestRecord['subject']): TestRecord {
  const entityType = subject.type === 'corporate' ? 'corporate' : 'individual';
  return {
    id: customerId,
    group: { list: '', entityType, fact: 'customers', way: `customers-${entityType}` },
    subject,
    original: subject.name,
    expected: { kind: 'none' },
  };
}

/** The report of all parts of a run, in the bytes that one run without parts gives. */
export function assembleReport({ basis, parts }: ReportTask): ReportAnswer {
  const counts = new ResultCounts();
  const pairs = basis.pack.clean === 'CUSTOMERS' ? new PairsBelow(basis.pack.seed) : undefined;
  let groups: TestPack['groups'] = [];
  for (const packed of parts) {
    const part = JSON.parse(gunzipSync(packed).toString('utf8')) as StoredPart;
    ({ groups } = part);
    counts.merge(part.counted);
    if (part.pairs !== undefined) pairs?.merge(part.pairs);
  }
  const report = makeReport(basis, groups, counts, pairs);
  const { json, csv, missedCsv } = reportFiles(report, counts.missed());
  const files = Object.entries({ 'report.json': json, 'figures.csv': csv, 'missed.csv': missedCsv });
  open = undefined;
  return {
    pairs: pairs?.drawn() ?? [],
    files: files.map(([name, text]) => ({ name, sha256: sha256(text), packed: gzipSync(text) })),
    summary: {
      exact: report.recall.exact.percent,
      altered: report.recall.altered.percent,
      alertRate: report.alerts.all.percent,
      missed: report.missed.count,
    },
  };
}

function openPack({ key, lists, policy, pack }: PartTask): NonNullable<typeof open> {
  if (open?.key !== key) {
    // What was open goes first: two packs need twice the memory.
    open = undefined;
    const layered = lists.map((list) => openVersion(list));
    open = {
      key,
      pack: makePack(layered, pack),
      screenOne: recordScreener(layered, policy),
      findPairs: pairFinder(layered, policy),
    };
  }
  return open;
}
