import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { didYouMean } from '../lib/did-you-mean.ts';
import type { Field } from './setting-fields.ts';

/**
 * Settings that stop the start. The message has a line for each: its name, its value (never a secret's), what
 * would be right.
 */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** The settings as they were given, each with where it came from. */
export interface Settings {
  /** The parsed setting; undefined when it was not given (an empty text counts as not given). */
  read<T>(name: string, field: Field<T>): T | undefined;
  /** The error for a setting that was read and cannot be used for a reason its text does not show. */
  unusable(name: string, problem: string): SettingError;
  /** A warning for each `GATEHOUSE_…` setting that nothing has read. */
  unread(): string[];
  /** What each setting that was read takes, after the words "must be", by its name. */
  forms(): ReadonlyMap<string, string>;
}

/** Variables of the environment that are read elsewhere: by commands, and before there are settings. */
const otherVariables = new Set([
  'GATEHOUSE_CONFIG',
  'GATEHOUSE_BASE_URL',
  'GATEHOUSE_API_KEY',
  'GATEHOUSE_API_SECRET',
  'GATEHOUSE_DOMAIN',
  // Of the demo's file demo.env, which a shell may have exported as a whole.
  'GATEHOUSE_DEMO_EMAIL',
  'GATEHOUSE_DEMO_PASSWORD',
]);

/** Without the prefix; other programs have further names that begin so. */
const databaseVariables = new Set([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_REPLICA_MAX_LAG_SECONDS',
]);

interface SubmittedDefinition {
  readonly text: string;
  /** ` in FILE` for a setting of the file, else empty. */
  readonly origin: string;
}

/** Opens the environment and, below it, the YAML file `file` or the one that `GATEHOUSE_CONFIG` names. */
export function openSettings(env: NodeJS.ProcessEnv, file = env['GATEHOUSE_CONFIG']): Settings {
  const submitted = new Map<string, SubmittedDefinition>();
  if (file !== undefined && file.trim() !== '') {
    for (const [name, text] of readSettingsFile(file)) submitted.set(name, { text, origin: ` in ${file}` });
  }
  const ownNames = Object.keys(env).filter(
    (name) => name.startsWith('GATEHOUSE_') || databaseVariables.has(name),
  );
  for (const name of ownNames) submitted.set(name, { text: env[name] ?? '', origin: '' });

  const read = new Map<string, Field<unknown>>();
  const unusable = (name: string, problem: string): SettingError => {
    const { text, origin } = submitted.get(name) ?? { text: '', origin: '' };
    const value = read.get(name)?.secret ? '(its value is not shown)' : oneLine(text);
    return new SettingError(`${name} ${value}${origin}: ${problem}`);
  };
  return {
    read: (name, field) => {
      read.set(name, field);
      const text = submitted.get(name)?.text.trim() ?? '';
      if (text === '') return undefined;
      const value = field.parse(text);
      if (value === undefined) throw unusable(name, `must be ${field.expected}`);
      return value;
    },
    unusable,
    forms: () => new Map([...read].map(([name, { expected }]) => [name, expected])),
    unread: () =>
      [...submitted]
        .filter(([name]) => !read.has(name) && !otherVariables.has(name))
        .map(([name, { origin }]) => {
          return `${name}${origin} is not a setting${didYouMean(name, [...read.keys(), ...otherVariables])}`;
        }),
  };
}

function readSettingsFile(file: string): [string, string][] {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingError(`settings file ${oneLine(file)}: must be a readable YAML file (${code})`);
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line } = lines.linePos(fault.pos[0]);
    throw new SettingError(`settings file ${oneLine(file)}, line ${line}: ${fault.message}`);
  }
  const value: unknown = document.toJS() ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SettingError(`settings file ${oneLine(file)}: must be a mapping of setting names to values`);
  }
  return Object.entries(value).map(([name, member]) => [name, settingText(member)]);
}

/** A YAML value as the environment would carry it: lists with commas, mappings as JSON. */
function settingText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(settingText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function oneLine(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 117)}...` : text);
}
