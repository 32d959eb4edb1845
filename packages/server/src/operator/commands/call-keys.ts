import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { openSettings, readDataDir } from '../../config/index.ts';
import { CommandFailure } from './command-failure.ts';

/** Who calls, and where. */
export interface Caller {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly domain: string;
}

export interface CallerFlags {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  readonly domain?: string;
  readonly config?: string;
}

/**
 * The caller from flags, then the environment. Without a key in either, everything that is missing comes from
 * the demo's own file in the data directory; a key that was given is never mixed with the demo's secret.
 */
export function readCaller(flags: CallerFlags): Caller {
  const submitted = {
    GATEHOUSE_BASE_URL: flags.baseUrl ?? process.env['GATEHOUSE_BASE_URL'],
    GATEHOUSE_API_KEY: flags.apiKey ?? process.env['GATEHOUSE_API_KEY'],
    GATEHOUSE_API_SECRET: flags.apiSecret ?? process.env['GATEHOUSE_API_SECRET'],
    GATEHOUSE_DOMAIN: flags.domain ?? process.env['GATEHOUSE_DOMAIN'],
  };
  const keyless = isBlank(submitted.GATEHOUSE_API_KEY) && isBlank(submitted.GATEHOUSE_API_SECRET);
  const demo = keyless ? readDemo(flags.config) : undefined;
  const textOf = (name: keyof typeof submitted): string => {
    const value = isBlank(submitted[name]) ? demo?.values[name] : submitted[name];
    if (!isBlank(value)) return value!;
    const place = demo === undefined ? '' : ` and ${demo.file} has none`;
    throw new CommandFailure(`${name} is missing: set it or give ${flagOf[name]}${place}`);
  };
  return {
    baseUrl: textOf('GATEHOUSE_BASE_URL'),
    apiKey: textOf('GATEHOUSE_API_KEY'),
    secret: textOf('GATEHOUSE_API_SECRET'),
    domain: textOf('GATEHOUSE_DOMAIN'),
  };
}

const flagOf = {
  GATEHOUSE_BASE_URL: '--base-url',
  GATEHOUSE_API_KEY: '--api-key',
  GATEHOUSE_API_SECRET: '--api-secret',
  GATEHOUSE_DOMAIN: '--domain',
} as const;

function readDemo(configFile: string | undefined): { file: string; values: NodeJS.Dict<string> } {
  const file = join(readDataDir(openSettings(process.env, configFile)), 'demo.env');
  try {
    return { file, values: parseEnv(readFileSync(file, 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { file, values: {} };
    throw error;
  }
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}
