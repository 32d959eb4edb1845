import type { Command } from 'commander';
import { type App, createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { startControl } from '../control.ts';
import { createLogger } from '../lib/logger.ts';
import { readTenantFile, type TenantFileContent } from '../tenants/index.ts';
import { faultsFailure, reportProvision } from './provision.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the service; SIGTERM drains and ends it')
    .option('--provision <file>', 'apply a tenant file first')
    .option('--config <file>', 'a YAML file with the settings')
    .action(serve);
}

async function serve(options: { provision?: string; config?: string }): Promise<void> {
  if (options.provision === undefined) return runService(options, {});
  const read = await readTenantFile(options.provision);
  if (!read.ok) throw faultsFailure(read.faults);
  return runService(options, { tenants: read.value });
}

/** Starts the roles of this process and runs until SIGTERM or SIGINT. */
export async function runService(
  options: { config?: string },
  extra: {
    /** Applied before the service says that it is ready. */
    readonly tenants?: TenantFileContent;
    /** Called after the ready line. */
    readonly started?: (app: App) => Promise<void>;
  },
): Promise<void> {
  const { config, warnings } = loadConfig(process.env, options.config);
  const logger = createLogger(config.logLevel);
  for (const warning of warnings) logger.warn(warning);
  const app = await createApp(config, { logger });
  try {
    if (extra.tenants) reportProvision(await app.provision(extra.tenants), process.stderr);
    const control = config.databaseUrl === undefined ? await startControl(app, config.dataDir) : undefined;
    const stopped = untilStopped(app, async () => control?.close());
    process.stdout.write(
      `gatehouse ready base_url=${app.baseUrl} storage_url=${app.storageUrl} console=${app.consoleUrl}\n`,
    );
    await extra.started?.(app);
    await Promise.race([stopped, app.ready.then(() => stopped)]);
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Resolves when a signal asked the process to end and everything under way was brought to its end. */
function untilStopped(app: App, first: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      first()
        .then(() => app.close())
        .then(resolve, reject);
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  });
}
