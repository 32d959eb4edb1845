import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type FlowLanguage, flowLanguages } from '@gatehouse/contract';
import { type MatchPolicy, openVersion } from '@gatehouse/matching';
import { type Command, Option } from 'commander';
import {
  type AssuranceReport,
  type AssuranceRun,
  makePack,
  maxPackSize,
  openRecordThreads,
  readRecordFile,
  reportBasis,
  runAssurance,
  sha256,
  type TestPack,
} from '../../assurance/index.ts';
import { loadConfig } from '../../config/index.ts';
import { type OpenedLists, searchedLists } from '../../lists/index-files/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import {
  type EngineFlags,
  policyOf,
  submittedSettings,
  wholeNumber,
  withEngineFlags,
} from './engine-flags.ts';
import { openCommandLists } from './open-command-lists.ts';
import { createProgressBar } from './progress-bar.ts';
import { addVerifyReport } from './prove-verify.ts';
import { withSettingsFile } from './settings.ts';
import { formatTable } from './table.ts';

interface Flags extends EngineFlags {
  readonly seed: number;
  readonly records: number;
  readonly pack?: string;
  readonly out?: string;
  readonly language: FlowLanguage;
  readonly threads?: number;
  readonly tenant?: string;
  readonly domain?: string;
  readonly config?: string;
}

/** `gatehouse prove`: screens a test pack and reports what was found, missed and alerted. */
export function addProveCommand(program: Command): void {
  const command = withSettingsFile(program.command('prove'))
    .description('test screening with altered records of the active lists, and report recall and alerts')
    .option('--seed <number>', 'seed of the test pack', wholeNumber(0, 999_999_999), 1)
    .option('--records <count>', 'records of the test pack', wholeNumber(100, maxPackSize), 100_000)
    .option(
      '--pack <file>',
      'CSV or JSON file of test records with expected outcomes, instead of a made pack',
    )
    .option(
      '--out <folder>',
      'folder for report.pdf, report.json, figures.csv, missed.csv and attestation.json',
    )
    .addOption(new Option('--language <code>', 'language of report.pdf').choices(flowLanguages).default('en'))
    .option('--threads <count>', 'threads (default: number of processors)', wholeNumber(1, 256))
    .option('--tenant <id>', 'record the hash of the report in the audit log of this tenant, and sign it')
    .option('--domain <name>', 'domain of the tenant');
  withEngineFlags(command).action(runProve);
  addVerifyReport(command);
}

async function runProve(flags: Flags): Promise<void> {
  if (flags.tenant !== undefined && (flags.out === undefined || flags.domain === undefined)) {
    throw new CommandFailure(
      '--tenant needs --domain NAME, and --out FOLDER for the report that is recorded',
    );
  }
  const policy = policyOf(flags);
  const file = flags.pack === undefined ? undefined : await readRecordFile(flags.pack);
  const lists = await openCommandLists(flags.config);
  const searched = searchedLists(lists.snapshot);
  const pack: TestPack =
    file === undefined
      ? makePack(
          searched.map(({ index }) => openVersion(index)),
          { seed: flags.seed, size: flags.records },
        )
      : { records: file.records, groups: [] };
  const run = await screenPack(pack, { flags, policy, lists, file: file?.sha256 ?? null });
  process.stdout.write(summary(run.report));
  if (flags.out !== undefined) await writeReport(run, flags, flags.out);
}

async function screenPack(
  pack: TestPack,
  of: {
    readonly flags: Flags;
    readonly policy: MatchPolicy;
    readonly lists: OpenedLists;
    readonly file: string | null;
  },
): Promise<AssuranceRun> {
  const { flags, policy, lists, file } = of;
  const count = flags.threads ?? availableParallelism();
  const searched = searchedLists(lists.snapshot).map(({ index }) => index);
  const threads = openRecordThreads({ lists: searched, policy }, count);
  const bar = createProgressBar();
  const size = pack.records.length;
  try {
    return await runAssurance({
      pack,
      basis: reportBasis(lists.snapshot, policy, {
        engineSettings: submittedSettings(flags),
        pack: {
          ...(file === null ? { seed: flags.seed, requested: flags.records } : { seed: 0, requested: size }),
          ...{ size, file },
        },
      }),
      screenChunk: (records) => threads.screen(records),
      atOnce: 2 * count,
      onProgress: (screened) => bar.update(screened / size, `${screened} of ${size} records`),
    });
  } finally {
    bar.clear();
    await threads.close();
  }
}

const attestationFile = 'attestation.json';

async function writeReport({ report, files }: AssuranceRun, flags: Flags, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // One of an earlier run would be taken for that of these files.
  rmSync(join(folder, attestationFile), { force: true });
  const written = {
    'report.json': files.json,
    'figures.csv': files.csv,
    'missed.csv': files.missedCsv,
    'report.pdf': await drawnReport(report, sha256(files.json), flags),
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text);
  const { tenant: tenantId, domain } = flags;
  if (tenantId === undefined || domain === undefined) return;
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const hashes = Object.fromEntries(Object.entries(written).map(([name, text]) => [name, sha256(text)]));
  const attestation = await runAdminCommand(config, 'attestReport', {
    tenantId,
    domain,
    files: hashes,
  });
  if (attestation === null) {
    throw new CommandFailure(`there is no tenant ${tenantId} with a domain ${domain}`);
  }
  writeFileSync(join(folder, attestationFile), `${JSON.stringify(attestation, null, 2)}\n`);
  process.stdout.write(`Recorded in the audit log of ${tenantId} as ${attestation.auditRecord}\n`);
}

/** Drawn by the process that draws reports in the service. */
async function drawnReport(report: AssuranceReport, hash: string, flags: Flags): Promise<Uint8Array> {
  // No other command needs them: what draws is large.
  const { assuranceDocument, assuranceFiles, plainColor } = await import(
    '../../assurance/pdf-report/index.ts'
  );
  const { runReportProcess } = await import('../../pdf/index.ts');
  const document = assuranceDocument({
    report,
    sha256: hash,
    language: flags.language,
    brand: { name: flags.tenant ?? 'Gatehouse', color: plainColor },
    letterhead: `Gatehouse ${report.versions.gatehouse}`,
    isOfService: false,
    isAttested: flags.tenant !== undefined,
  });
  return runReportProcess({ document, files: assuranceFiles(undefined) });
}

const factLabels: Readonly<Record<string, string>> = {
  primary: 'primary names',
  strong: 'aliases',
  weak: 'weak aliases',
  former: 'former names',
  original: 'names in original script',
  'birth-date': 'names with dates of birth',
  identifier: 'identifiers',
  wallet: 'wallets',
  file: 'records of the file',
};

function summary({ versions, settings, pack, recall, alerts, ranks, missed }: AssuranceReport): string {
  const lists = Object.entries(versions.lists).map(([source, version]) => `${source} ${version}`);
  const line = (title: string, share: typeof recall.all) => [
    title,
    `${share.count}`,
    `${share.of}`,
    share.percent === null ? '' : `${share.percent.toFixed(2)} %`,
    share.percent === null ? '' : `${share.lower!.toFixed(2)} to ${share.upper!.toFixed(2)} %`,
  ];
  const rows = [
    ['', 'HITS', 'RECORDS', 'SHARE', '95 % CONFIDENCE'],
    ...(pack.file === null
      ? [
          line('Found, as published', recall.exact),
          line('Found, altered', recall.altered),
          line('Found, both together', recall.all),
        ]
      : [line('Found', recall.all)]),
    // These add up to the row above them.
    ...recall.byFact.map(({ fact, recall: share }) => line(`  ${factLabels[fact]}`, share)),
    line('Found first', ranks.first),
    line('Alerts of control records', alerts.all),
  ];
  const reasons = Object.entries(missed.byReason).map(([reason, count]) => `${reason} ${count}`);
  return [
    `${pack.size} records${pack.file === null ? ` of seed ${pack.seed}` : ''} by ${settings.engine}, score ${settings.minScore} or more, in ${lists.join(', ')}\n`,
    formatTable(rows, [1, 2, 3]),
    missed.count === 0 ? 'Nothing was missed\n' : `Missed ${missed.count}: ${reasons.join(', ')}\n`,
  ].join('');
}
