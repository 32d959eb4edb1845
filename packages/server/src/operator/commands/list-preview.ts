import { setTimeout as sleep } from 'node:timers/promises';
import { type PreviewFailure, previewFailures } from '@gatehouse/contract';
import { loadConfig } from '../../config/index.ts';
import type { DomainPreview } from '../admin-api/admin-commands.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { formatTable } from './table.ts';

const pollMs = 500;
/** Nothing works on previews while no server runs. */
const untakenAfterMs = 60_000;

/** Orders previews of a list version in every monitored domain, waits for them, and prints them. */
export async function printListPreview(
  of: { readonly source: string; readonly version: string | undefined },
  flags: { readonly json?: boolean; readonly config?: string },
): Promise<void> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`gatehouse: ${warning}\n`);
  const ordered = await runAdminCommand(config, 'previewList', of);
  if ('failure' in ordered) throw new CommandFailure(ordered.failure);
  const { version } = ordered;
  if (ordered.ordered === 0) {
    process.stdout.write('No domain is monitored: nobody would be alerted.\n');
    return;
  }
  const startedAt = performance.now();
  for (;;) {
    const previews = await runAdminCommand(config, 'listPreviews', { source: of.source, version });
    if (previews.every(({ state }) => state !== 'ORDERED')) {
      process.stdout.write(
        flags.json ? `${JSON.stringify(previews, null, 2)}\n` : describePreviews(version, previews),
      );
      if (previews.some(({ state }) => state === 'FAILED')) process.exitCode = 1;
      return;
    }
    const isUntaken = previews.every(({ state }) => state === 'ORDERED');
    if (isUntaken && performance.now() - startedAt > untakenAfterMs) {
      throw new CommandFailure(
        `the preview of ${of.source} ${version} is ordered, and no server works on it: start the service`,
      );
    }
    await sleep(pollMs);
  }
}

function describePreviews(version: string, previews: readonly DomainPreview[]): string {
  const rows = previews.map(({ tenantId, domain, result, failure }) => {
    const name = `${tenantId}/${domain}`;
    if (result === null) return [name, '', '', '', '', '', '', reasonOf(failure)];
    const { appearing, vanishing, considered, basis } = result;
    const remarks = basis.isFollowed ? '' : 'monitoring has other changes to follow: it will find more';
    return [
      name,
      String(considered),
      String(appearing.customers),
      String(appearing.alerts),
      String(vanishing.trueMatches + vanishing.falsePositives + vanishing.undecided),
      String(vanishing.trueMatches),
      hoursOf(result) ?? 'unknown',
      remarks,
    ];
  });
  const head = [
    'DOMAIN',
    'MONITORED',
    'ALERTED',
    'NEW ALERTS',
    'VANISHING',
    'TRUE MATCHES LOST',
    'HOURS OF REVIEW',
    '',
  ];
  return `Version ${version}\n${formatTable([head, ...rows], [1, 2, 3, 4, 5, 6])}`;
}

/** Hours of work at the domain's own pace; undefined where that is not known. */
function hoursOf({ appearing, pace }: NonNullable<DomainPreview['result']>): string | undefined {
  return pace === null ? undefined : ((appearing.customers * pace.medianMs) / 3_600_000).toFixed(1);
}

function reasonOf(failure: PreviewFailure | null): string {
  return failure === null ? '' : previewFailures[failure];
}
