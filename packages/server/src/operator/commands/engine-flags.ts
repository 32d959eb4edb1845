import { describeIssues, engineSettings } from '@gatehouse/contract';
import { enginePolicies, type MatchPolicy } from '@gatehouse/matching';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from './command-failure.ts';

/** Engines that search the lists; WATCHLIST searches a tenant's own and needs the service. */
const commandEngines = ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'] as const;
type CommandEngine = (typeof commandEngines)[number];

export interface EngineFlags {
  readonly engine: CommandEngine;
  readonly set: Readonly<Record<string, string>>;
  readonly top: number;
}

/** Gives a command the options that choose how names are matched and how many hits are shown. */
export function withEngineFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--engine <engine>', 'matching engine').choices(commandEngines).default('GLOBAL_CHECK'),
    )
    .option(
      '--set <parameter=value>',
      'engine setting, e.g. matchStrength=WEAK (repeatable)',
      collectSetting,
      {},
    )
    .option('--top <count>', 'maximum number of hits for a name', wholeNumber(1, 1000), 10);
}

/** The engine's policy after its settings; `--top` bounds the hits, and `maxHits` too where it was set. */
export function policyOf(flags: EngineFlags): MatchPolicy {
  const submitted = submittedSettings(flags);
  const policy = readPolicy(flags.engine, submitted);
  const max = 'maxHits' in submitted ? Math.min(policy.maxHits, flags.top) : flags.top;
  return { ...policy, maxHits: max };
}

/** The engine settings that were set. */
export function submittedSettings(flags: Pick<EngineFlags, 'set'>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(flags.set).map(([name, text]) => [name, settingValue(text)]));
}

/** A whole number within bounds, for commander. */
export function wholeNumber(least: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= max) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${least} to ${max}.`);
  };
}

function readPolicy(engine: CommandEngine, submitted: Readonly<Record<string, unknown>>): MatchPolicy {
  switch (engine) {
    case 'GLOBAL_CHECK':
      return enginePolicies.GLOBAL_CHECK(parseSettings(engine, submitted));
    case 'RISK_LISTS':
      return enginePolicies.RISK_LISTS(parseSettings(engine, submitted));
    case 'COMPOSITE_SCAN':
      return enginePolicies.COMPOSITE_SCAN(parseSettings(engine, submitted));
  }
}

type SettingsOf<E extends CommandEngine> = ReturnType<(typeof engineSettings)[E]['parse']>;

function parseSettings<E extends CommandEngine>(
  engine: E,
  submitted: Readonly<Record<string, unknown>>,
): SettingsOf<E> {
  const result = engineSettings[engine].safeParse(submitted);
  if (result.success) return result.data as SettingsOf<E>;
  throw new CommandFailure(`--set for ${engine}: ${describeIssues(result.error.issues, submitted).message}`);
}

function collectSetting(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Must be PARAMETER=VALUE.');
  return { ...before, [name]: value };
}

/** Numbers are written as numbers. */
function settingValue(text: string): string | number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
