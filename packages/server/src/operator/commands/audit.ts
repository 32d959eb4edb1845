import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type SignedHead, signedHead } from '../../audit/index.ts';
import type { VerificationReport } from '../../audit/verification/index.ts';
import { type BundleReport, verifyBundle } from '../../cases/evidence-bundle/index.ts';
import { type Config, loadConfig } from '../../config/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';
import { formatTable } from './table.ts';

interface Flags {
  readonly tenant?: string;
  readonly head?: string;
  readonly bundle?: string;
  readonly key?: readonly string[];
  readonly json?: boolean;
  readonly config?: string;
}

/** `gatehouse audit`: proves that nobody changed the audit log, and gives what to keep for that elsewhere. */
export function addAuditCommand(program: Command): void {
  const audit = program.command('audit').description('audit log and its seal');
  withSettingsFile(audit.command('verify'))
    .description('verify that no record was changed, removed or added')
    .option('--tenant <id>', 'verify one tenant only; `*` is the deployment')
    .option('--head <file>', 'earlier output of `gatehouse audit head`; the chains must still contain it')
    .option('--bundle <file>', 'verify an exported evidence bundle, without a store')
    .option(
      '--key <text>',
      'with --bundle: public key as printed by `gatehouse audit head`; repeat the option for each key of the deployment',
      (text: string, submitted: readonly string[] | undefined) => [...(submitted ?? []), text],
    )
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      if (flags.bundle !== undefined) return checkBundle(flags.bundle, flags);
      const kept = flags.head === undefined ? undefined : await readKept(flags.head);
      const config = readConfig(flags.config);
      const requested = { tenant: flags.tenant, kept };
      const report = await runAdminCommand(config, 'verifyAudit', requested);
      process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
      const reason = failureOf(report, flags);
      if (reason !== undefined) throw new CommandFailure(reason);
    });
  withSettingsFile(audit.command('head'))
    .description('print the signed newest block of each chain, to be stored outside the deployment')
    .option('--tenant <id>', 'print one tenant only')
    .action(async (flags: Flags) => {
      const config = readConfig(flags.config);
      const head = await runAdminCommand(config, 'auditHeads', { tenant: flags.tenant });
      process.stdout.write(`${JSON.stringify(head, null, 2)}\n`);
    });
}

async function checkBundle(file: string, { key, json }: Flags): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read: ${error.code ?? error.message}`);
  });
  const report = verifyBundle(bytes, key);
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : describeBundle(report));
  const count = report.findings.length;
  if (count > 0) throw new CommandFailure(`${file} is not valid: ${count} findings`);
}

function describeBundle({
  manifest,
  publicKey,
  records,
  blocks,
  unsealed,
  unsignedBlocks,
  findings,
}: BundleReport): string {
  const stated = manifest && [
    `${manifest.caseNo} of ${manifest.tenantId}, ${manifest.domain}`,
    `exported by ${manifest.exportedBy} at ${manifest.exportedAt}`,
    `${manifest.files.length} files, ${records} records in ${blocks} blocks, ${unsealed} not yet sealed`,
    ...(unsignedBlocks > 0
      ? [`${unsignedBlocks} blocks from before block signatures, covered by the signed heads`]
      : []),
    `signed by ${publicKey ?? 'nobody'}`,
  ];
  return [...(stated ?? []), ...findings].map((line) => `${line}\n`).join('');
}

function readConfig(file: string | undefined): Config {
  const { config, warnings } = loadConfig(process.env, file);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return config;
}

async function readKept(file: string): Promise<SignedHead> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read: ${error.code ?? error.message}`);
  });
  try {
    return signedHead.parse(JSON.parse(text));
  } catch {
    throw new CommandFailure(`${file} is not an output of \`gatehouse audit head\``);
  }
}

function failureOf(report: VerificationReport, { tenant, head }: Flags): string | undefined {
  if (tenant !== undefined && report.tenants.length === 0) return `there is no tenant ${tenant}`;
  if (report.signature === 'wrong') return `${head}: the signature is not valid: the file was changed`;
  if (report.signature === 'foreign') {
    return `${head} was signed with a master key that is not configured`;
  }
  const count = report.tenants.reduce((sum, { findings }) => sum + findings.length, 0);
  if (count > 0) return `the audit log does not match its seal: ${count} findings`;
  const { signedAgainAt } = report;
  return signedAgainAt.length === 0
    ? undefined
    : `signing restarted at ${signedAgainAt.join(', ')}, although the store had signed before: ` +
        'earlier signatures were removed; compare with heads that are stored outside (docs/audit.md)';
}

function describe(report: VerificationReport): string {
  const rows = report.tenants.map(({ tenantId, records, blocks, unsealed, head, findings }) => [
    tenantId,
    String(records),
    String(blocks),
    String(unsealed),
    head === null ? '' : `${head.number}:${head.hash.slice(0, 16)}`,
    findings.length === 0 ? 'valid' : `${findings.length} findings`,
  ]);
  const found = report.tenants.flatMap(({ tenantId, findings }) =>
    findings.map((finding) => {
      const block = 'block' in finding ? ` block ${finding.block}` : '';
      const event = 'eventId' in finding ? ` record ${finding.eventId}` : '';
      return `${tenantId}: ${finding.kind}${block}${event}\n`;
    }),
  );
  const head = ['TENANT', 'RECORDS', 'BLOCKS', 'UNSEALED', 'HEAD', ''];
  const older = report.tenants
    .filter(({ unsignedBlocks }) => unsignedBlocks > 0)
    .map(
      ({ tenantId, unsignedBlocks, blocks }) =>
        `${tenantId}: blocks 1 to ${unsignedBlocks} are from before block signatures; ` +
        `${blocks > unsignedBlocks ? `block ${unsignedBlocks + 1} and ` : ''}the signed head contains their hash\n`,
    );
  return formatTable([head, ...rows], [1, 2, 3]) + older.join('') + found.join('');
}
