import type { Hit, MatchPolicy, Subject } from '@gatehouse/matching';
import { screen } from '@gatehouse/matching';
import { type Command, Option } from 'commander';
import { identifierText } from '../../lib/identifier-text.ts';
import { readSubject } from '../../lib/subject-fields.ts';
import { searchedLists } from '../../lists/index-files/index.ts';
import { findInvalidIdentifiers } from '../../reference/national-numbers/index.ts';
import { runBatch } from './batch.ts';
import { screenLine } from './batch-rows.ts';
import { CommandFailure } from './command-failure.ts';
import { describeReasons } from './describe-reasons.ts';
import { type EngineFlags, policyOf, wholeNumber, withEngineFlags } from './engine-flags.ts';
import { openCommandLists } from './open-command-lists.ts';
import { withSettingsFile } from './settings.ts';

interface ScreenFlags extends EngineFlags {
  readonly type?: 'individual' | 'corporate';
  readonly dob?: string;
  readonly country?: string;
  readonly gender?: string;
  readonly alias: readonly string[];
  readonly idNumber?: string;
  readonly identifier: readonly string[];
  readonly json?: boolean;
  readonly batch?: string;
  readonly out?: string;
  readonly threads?: number;
  readonly config?: string;
}

/** `gatehouse screen`: screens one name, or every row of a file, on the local lists and explains each hit. */
export function addScreenCommand(program: Command): void {
  const command = withSettingsFile(program.command('screen'))
    .description('screen one name or identifier, or each row of a CSV file, and explain each hit')
    .argument('[name]', 'full name')
    .addOption(new Option('--type <type>', 'type of the named party').choices(['individual', 'corporate']))
    .option('--dob <date>', 'date of birth: YYYY-MM-DD, YYYY-MM or YYYY')
    .option('--country <countries>', 'nationality, or a company’s country: codes or names, separated by ;')
    .option('--gender <gender>', 'F or M')
    .option('--alias <name>', 'another name (repeatable)', collect, [])
    .option('--id-number <number>', 'number of an identity document or of a registration')
    .option(
      '--identifier <type=value>',
      'wallet=ADDRESS, wallet/XBT=ADDRESS, imo=NUMBER, passport/FR=NUMBER and so on; needs no name (repeatable)',
      collect,
      [],
    )
    .option('--json', 'print JSON')
    .option(
      '--batch <file>',
      'CSV with name and optionally id, type, aliases, dateOfBirth, countries, gender, idNumber, identifiers',
    )
    .option('--out <file>', 'file for the lines of a batch instead of the standard output')
    .option('--threads <count>', 'threads of a batch (default: number of processors)', wholeNumber(1, 256));
  withEngineFlags(command).action(runScreen);
}

function collect(name: string, before: readonly string[]): readonly string[] {
  return [...before, name];
}

async function runScreen(name: string | undefined, flags: ScreenFlags): Promise<void> {
  const isOne = name !== undefined || flags.identifier.length > 0;
  if (isOne === (flags.batch !== undefined)) {
    throw new CommandFailure('screen takes either a name, an --identifier or both, or --batch FILE');
  }
  const policy = policyOf(flags);
  if (isOne) await screenSubject(name ?? '', flags, policy);
  else await screenBatch(flags, policy);
}

async function screenBatch(flags: ScreenFlags, policy: MatchPolicy): Promise<void> {
  const { snapshot } = await openCommandLists(flags.config);
  const lists = searchedLists(snapshot).map((list) => list.index);
  await runBatch(
    { kind: 'screen', lists, policy, type: flags.type },
    { file: flags.batch!, columns: ['name'], out: flags.out, threads: flags.threads },
  );
}

async function screenSubject(name: string, flags: ScreenFlags, policy: MatchPolicy): Promise<void> {
  const { subject, faults } = readSubject({
    name,
    type: flags.type,
    aliases: flags.alias.join(';'),
    dateOfBirth: flags.dob,
    countries: flags.country,
    gender: flags.gender,
    idNumber: flags.idNumber,
    identifiers: flags.identifier.join(';'),
  });
  // A row of a file continues without what it got wrong; whoever types a flag can put it right.
  if (faults[0] !== undefined) throw new CommandFailure(faults[0]);
  const { indexes, snapshot } = await openCommandLists(flags.config);
  const { hits, capped } = screen(indexes, subject, policy);
  const invalid = await findInvalidIdentifiers(subject);
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(screenLine({ id: undefined, name, hits, invalid }))}\n`);
    return;
  }
  const searched = searchedLists(snapshot)
    .map((list) => `${list.source} ${list.version}`)
    .join(', ');
  const count = hits.length === 1 ? '1 hit' : `${hits.length} hits`;
  const more = capped ? ` (more hits exist; raise --top to show them)` : '';
  process.stdout.write(`${count} for ${titleOf(subject)} by ${policy.engine} in ${searched}${more}\n`);
  for (const fault of invalid) process.stdout.write(`${fault}. It was looked up all the same.\n`);
  for (const hit of hits) process.stdout.write(`\n${describeHit(hit)}\n`);
}

/** A subject as it was asked for: its name in quotes, else its identifiers. */
function titleOf({ name, identifiers = [] }: Subject): string {
  return name.trim() !== '' ? `"${name}"` : identifiers.map(identifierText).join('; ');
}

function describeHit(hit: Hit): string {
  const { entry } = hit;
  const facts = [
    entry.type,
    entry.category,
    entry.births
      .map((birth) => (birth.from === birth.to ? birth.from : `${birth.from} to ${birth.to}`))
      .join(' or '),
    entry.nationalities.join(', '),
  ];
  return [
    `${hit.score.toFixed(4)}  ${hit.name}  [${hit.entityId}]`,
    `        ${facts.filter((fact) => fact !== '').join('; ')}`,
    ...(hit.matchedName === hit.name ? [] : [`        matched name: ${hit.matchedName} (${hit.kind})`]),
    ...describeReasons(hit.reasons),
  ].join('\n');
}
