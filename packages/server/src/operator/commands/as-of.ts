import { type EngineChoice, engineSettings } from '@gatehouse/contract';
import type { Command } from 'commander';
import type { AsOfReport, NameOnDateReport, NotRepeatable } from '../../as-of/index.ts';
import { loadConfig } from '../../config/index.ts';
import { readSubject } from '../../lib/subject-fields.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { type EngineFlags, policyOf, submittedSettings, withEngineFlags } from './engine-flags.ts';
import { withSettingsFile } from './settings.ts';
import { formatTable } from './table.ts';

interface ScreeningFlags {
  readonly json?: boolean;
  readonly config?: string;
}

interface NameFlags extends EngineFlags, ScreeningFlags {
  readonly type?: string;
  readonly dob?: string;
  readonly country?: string;
  readonly tenant?: string;
  readonly domain?: string;
}

/** `gatehouse as-of`: screenings of another day. */
export function addAsOfCommand(program: Command): void {
  const asOf = program
    .command('as-of')
    .description('screen as of an earlier day: with the lists, settings and engine of then');
  withSettingsFile(asOf.command('screening'))
    .description(
      'run the screenings of an execution or a quick scan again, and compare the hits byte for byte',
    )
    .argument('<tenant>', 'tenant ID')
    .argument('<domain>', 'domain of the tenant')
    .argument('<id>', 'ID of the execution or the quick scan')
    .option('--json', 'print JSON')
    .action(runScreening);
  const name = withSettingsFile(asOf.command('name'))
    .description('tell whether a name would have been hit at a moment, and by which list version')
    .argument('<name>', 'full name')
    .argument('<date>', 'YYYY-MM-DD (its end, in UTC) or an ISO 8601 instant')
    .option('--type <type>', 'individual or corporate')
    .option('--dob <date>', 'date of birth: YYYY-MM-DD, YYYY-MM or YYYY')
    .option('--country <countries>', 'nationality, or a company’s country: codes or names, separated by ;')
    .option('--tenant <id>', 'search the watchlist of this tenant too; needs --domain')
    .option('--domain <name>', 'domain of the tenant')
    .option('--json', 'print JSON');
  withEngineFlags(name).action(runName);
  withSettingsFile(asOf.command('erase-entry'))
    .description('erase what a removed entry of the watchlist said in earlier versions, for ever')
    .argument('<tenant>', 'tenant ID')
    .argument('<domain>', 'domain of the tenant; "" for entries of every domain')
    .argument('<entryId>', 'ID of the entry')
    .action(eraseEntry);
}

async function eraseEntry(
  tenantId: string,
  domain: string,
  entryId: string,
  flags: ScreeningFlags,
): Promise<void> {
  const outcome = await runAdminCommand(configOf(flags), 'eraseWatchlistEntry', {
    tenantId,
    domain,
    entryId,
  });
  const entry = `entry ${entryId} of ${tenantId}/${domain}`;
  if (outcome.kind === 'notFound') throw new CommandFailure(`there are no earlier versions of ${entry}`);
  if (outcome.kind === 'listed') {
    throw new CommandFailure(`${entry} is on the watchlist: remove it first, then erase its versions`);
  }
  process.stdout.write(`Erased ${outcome.versions} versions of ${entry}\n`);
}

async function runScreening(
  tenantId: string,
  domain: string,
  id: string,
  flags: ScreeningFlags,
): Promise<void> {
  const report = await runAdminCommand(configOf(flags), 'screenAsOf', { tenantId, domain, id });
  if (report.kind === 'notFound') {
    throw new CommandFailure(`there is no execution and no ended quick scan ${id} of ${tenantId}/${domain}`);
  }
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : describeReport(report));
  if (!isSame(report)) process.exitCode = 1;
}

function configOf(flags: { readonly config?: string }) {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`gatehouse: ${warning}\n`);
  return config;
}

function isSame(report: AsOfReport): boolean {
  return (
    report.kind === 'repeated' &&
    report.screenings.every(({ results }) => results.every(({ state }) => state === 'SAME'))
  );
}

function describeReport(report: Exclude<AsOfReport, { kind: 'notFound' }>): string {
  const title = report.of === 'execution' ? `Execution ${report.id}` : `Quick scan ${report.id}`;
  if (report.kind === 'erased') {
    return `${title}: erased, or deleted at the end of its retention period. Its audit records stay, with hashes in place of details: ${report.auditRecords.join(', ')}\n`;
  }
  if (report.screenings.length === 0) return `${title} screened nobody\n`;
  return report.screenings.map((screening) => describeScreening(title, screening)).join('\n');
}

type Screening = Extract<AsOfReport, { kind: 'repeated' }>['screenings'][number];

function describeScreening(title: string, { results, ...of }: Screening): string {
  const lists = describeLists(of.lists);
  const step = of.nodeId === null ? '' : `, step ${of.nodeId}`;
  const rows = results.map((result) => [
    result.engine,
    String(result.subjectIndex + 1),
    String(result.hits),
    describeResult(result),
  ]);
  const { runtime } = of;
  return [
    `${title}${step} of ${new Date(of.at).toISOString()}\n`,
    of.engineVersion === null ? '' : `Engine ${of.engineVersion}; lists ${lists}\n`,
    runtime === null ? '' : describeRuntime(runtime),
    formatTable([['ENGINE', 'SUBJECT', 'HITS', ''], ...rows], [1, 2]),
  ].join('');
}

function describeResult({ why, differences }: Screening['results'][number]): string {
  if (why) return `not repeatable: ${describeReason(why)}`;
  if (differences.length === 0) return 'same hits, byte for byte';
  return `different: ${differences.map(({ hitId, kind }) => `${hitId} ${kind}`).join(', ')}`;
}

function describeLists(lists: Readonly<Record<string, string>>): string {
  const named = Object.entries(lists).map(([source, version]) => `${source} ${version}`);
  return named.sort().join(', ');
}

function describeRuntime({ sha256, archivedOn, ranOn }: NonNullable<Screening['runtime']>): string {
  const differs = archivedOn.icu !== ranOn.icu || archivedOn.unicode !== ranOn.unicode;
  const note = differs
    ? `; archived on Node ${archivedOn.node} with ICU ${archivedOn.icu}: another ICU may read some names otherwise`
    : '';
  return `Run on Node ${ranOn.node}, ICU ${ranOn.icu}; engine file SHA-256 ${sha256}${note}\n`;
}

function describeReason(why: NotRepeatable): string {
  switch (why.reason) {
    case 'LIST_VERSION_UNKNOWN':
      return `the store has no version ${why.version} of ${why.source}`;
    case 'LIST_FILE_MISSING':
      return `file ${why.file} of ${why.source} ${why.version} is gone (SHA-256 ${why.sha256} is not in the archive)`;
    case 'LIST_FILE_CHANGED':
      return `file ${why.file} of ${why.source} ${why.version} was changed (the archive no longer gives SHA-256 ${why.sha256})`;
    case 'ENGINE_NOT_KEPT':
      return `engine version ${why.engineVersion} is not kept`;
    case 'ENGINE_CHANGED':
      return why.message;
    case 'WATCHLIST_NOT_KEPT':
      return `the watchlist is kept in versions since ${new Date(why.keptSince).toISOString()}`;
    case 'WATCHLIST_ERASED':
      return `entries of the watchlist were erased: ${why.entries.join(', ')}`;
    case 'OUTSIDE_SERVICE':
      return 'it asked a server outside; evidence kept';
    case 'SUBJECT_NOT_KEPT':
      return 'the subject is no longer kept';
  }
}

async function runName(name: string, date: string, flags: NameFlags): Promise<void> {
  const at = momentOf(date);
  if ((flags.tenant === undefined) !== (flags.domain === undefined)) {
    throw new CommandFailure('--tenant and --domain go together');
  }
  const { subject, faults } = readSubject({
    name,
    type: flags.type,
    dateOfBirth: flags.dob,
    countries: flags.country,
  });
  if (faults[0] !== undefined) throw new CommandFailure(faults[0]);
  policyOf(flags);
  const scope = flags.tenant === undefined ? null : { tenantId: flags.tenant, domain: flags.domain! };
  const engines: EngineChoice = {
    [flags.engine]: engineSettings[flags.engine].parse(submittedSettings(flags)),
    ...(scope && { WATCHLIST: {} }),
  };
  const report = await runAdminCommand(configOf(flags), 'screenNameOnDate', { scope, subject, engines, at });
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : describeName(name, at, report));
  if (report.kind !== 'screened') process.exitCode = 1;
}

/** A day means all of it: what came into force on it counts. */
function momentOf(date: string): number {
  const at = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T23:59:59.999Z` : date);
  if (!/^\d{4}-\d{2}-\d{2}/.test(date) || Number.isNaN(at)) {
    throw new CommandFailure(`${JSON.stringify(date)} is no date: write YYYY-MM-DD or an ISO 8601 instant`);
  }
  return at;
}

function describeName(name: string, at: number, report: NameOnDateReport): string {
  const moment = new Date(at).toISOString();
  if (report.kind === 'noLists') return `No list was active at ${moment}\n`;
  if (report.kind === 'notRepeatable') return `Not repeatable: ${describeReason(report.why)}\n`;
  const lists = describeLists(report.lists);
  const hits = Object.entries(report.hits).flatMap(([engine, found]) =>
    found.map((hit) => [
      hit.score.toFixed(4),
      hit.name,
      hit.entityId,
      engine,
      `${hit.source} ${report.lists[hit.source] ?? ''}`.trim(),
    ]),
  );
  return [
    `"${name}" at ${moment}: ${hits.length === 1 ? '1 hit' : `${hits.length} hits`}\n`,
    `Engine ${report.runtime.engineVersion}; lists ${lists}\n`,
    hits.length === 0
      ? ''
      : formatTable([['SCORE', 'NAME', 'ENTITY', 'ENGINE', 'LIST VERSION'], ...hits], [0]),
  ].join('');
}
