import type { Command } from 'commander';
import { type App, createApp } from '../../app/app.ts';
import { channelsWithoutProvider, isReachedByOthers } from '../../app/message-channels.ts';
import { type Config, loadConfig } from '../../config/index.ts';
import { hasEmbeddedStore } from '../../database/index.ts';
import { createLogger } from '../../lib/logger.ts';
import { describeUnwritable } from '../../lib/writable-directory.ts';
import { readTenantFile, type TenantFileContent } from '../../provisioning/index.ts';
import { startAdminSocket } from '../admin-api/admin-socket.ts';
import { CommandFailure } from './command-failure.ts';
import { faultsFailure, reportProvision } from './provision.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the service; SIGTERM drains and stops it')
    .option('--provision <file>', 'apply a tenant file first')
    .option('--config <file>', 'YAML file with settings')
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
    /** For somebody who tries the product on their own machine. */
    readonly isDemo?: true;
    /** Applied before the service says that it is ready. */
    readonly tenants?: TenantFileContent;
    /** Called after the ready line. */
    readonly started?: (app: App) => Promise<void>;
  },
): Promise<void> {
  const { config, warnings } = loadConfig(process.env, options.config, { isDemo: extra.isDemo === true });
  const logger = createLogger(config.logLevel);
  for (const warning of warnings) logger.warn(warning);
  const unwritable = await describeUnwritable(config.dataDir);
  if (unwritable !== undefined) throw new CommandFailure(`the data directory: ${unwritable}`);
  if (config.databaseUrl === undefined && !hasEmbeddedStore(config.dataDir)) {
    const { dataDir } = config;
    logger.info({ dataDir }, 'creating the embedded store; takes some seconds, at the first start only');
  }
  const app = await createApp(config, { logger });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => app.close());
  if (extra.tenants) {
    const result = await app.provision(extra.tenants);
    // Whoever tries the product alone has nobody to approve anything.
    reportProvision(extra.isDemo && result.ok ? { ...result, notices: [] } : result, process.stderr);
  }
  if (config.databaseUrl === undefined) {
    const socket = await startAdminSocket(app, config.dataDir);
    closing.defer(() => socket.close());
  }
  const stopped = untilStopped();
  process.stdout.write(
    `gatehouse ready base_url=${app.baseUrl} storage_url=${app.storageUrl} console=${app.consoleUrl}\n`,
  );
  reportUnsentMessages(app, config);
  if (extra.isDemo && isReachedByOthers(config)) {
    const { host, publicUrl } = config;
    app.logger.warn({ host, publicUrl }, 'others can reach this demo: its tenant is for evaluation only');
  }
  const running = async (): Promise<NodeJS.Signals> => {
    await extra.started?.(app);
    await app.ready;
    return stopped;
  };
  // Whoever presses Ctrl-C waits for no balancer.
  if ((await Promise.race([stopped, running()])) === 'SIGTERM') await app.leave();
}

/** Said at every start: neither is a mailbox taken for sending, nor does a missing provider go unnoticed. */
function reportUnsentMessages({ mailbox, logger }: App, config: Config): void {
  const channels = channelsWithoutProvider(config);
  if (channels.length === 0) return;
  if (mailbox === undefined) {
    logger.warn(
      { channels },
      'these channels send nothing, so that codes cannot be requested: set GATEHOUSE_SMTP_URL and GATEHOUSE_SMS_URL, or for a test system GATEHOUSE_DEV_MAILBOX=on',
    );
    return;
  }
  // The log never holds the token.
  const { origin, pathname } = new URL(mailbox.url);
  logger.warn(
    { channels, mailbox: `${origin}${pathname}` },
    'messages are not sent: they go to the development mailbox',
  );
  if (mailbox.access.kind === 'token' && mailbox.access.isNew && !config.isDemo) {
    process.stderr.write(
      `development mailbox: ${mailbox.url} (the token changes at each start; set GATEHOUSE_DEV_MAILBOX_TOKEN for a fixed one)\n`,
    );
  }
}

/** Resolves with the signal that asks the process to end; a second one ends it at once. */
function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve(signal);
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  });
}
