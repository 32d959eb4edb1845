import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Metrics } from '../src/metrics/index.ts';
import { openCommandHost } from './support/command-line.ts';
import { findProgram } from './support/installed-tools.ts';

/** The alerting rules, their tests and their runbooks name only what there is. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rulesFolder = join(root, 'deploy/prometheus');
const runbooksFolder = join(root, 'docs/runbooks');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

const rules = (parse(read(join(rulesFolder, 'gatehouse-rules.yaml'))).groups as { rules: Rule[] }[]).flatMap(
  (group) => group.rules,
);
const runbooks = readdirSync(runbooksFolder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: read(join(runbooksFolder, name)) }));

function knownMetrics(): Set<string> {
  const metrics = new Metrics('1');
  const facts = metrics.facts();
  metrics.close();
  const parts = ['', '_bucket', '_count', '_sum'];
  return new Set(
    facts.flatMap(({ name, type }) =>
      type === 'histogram' ? parts.map((part) => `${name}${part}`) : [name],
    ),
  );
}

function metricsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:gatehouse|process|nodejs)_[a-z_]+\b/g)].map(([name]) => name);
}

/** The section of an alert in a page; undefined where it has none. */
function sectionOf(text: string, alert: string): string | undefined {
  return text.split(/^## /m).find((section) => section.startsWith(`${alert}\n`));
}

const commandHost = openCommandHost();
afterAll(() => commandHost.close());

/** What the help of a command names as its subcommands. */
async function commandsOf(...commandLine: string[]): Promise<string[]> {
  const { stdout } = await commandHost.run([...commandLine, '--help']);
  const [, list = ''] = stdout.split('Commands:');
  return [...list.matchAll(/^ {2}(\S+)/gm)].map((match) => match[1]!);
}

describe('the alerting rules', () => {
  it.each(rules)('$alert has a severity, says what users notice, and names metrics that exist', (rule) => {
    expect(['warning', 'critical']).toContain(rule.labels.severity);
    expect(rule.annotations.summary.length).toBeGreaterThan(40);
    const known = knownMetrics();
    expect(metricsIn(rule.expr).filter((name) => !known.has(name))).toEqual([]);
    if (!rule.expr.includes('up{')) expect(metricsIn(rule.expr)).not.toEqual([]);
  });

  it.each(rules)('$alert has a section in a runbook that says what to check and what to do', (rule) => {
    const [path = '', anchor] = rule.annotations.runbook.split('#');
    expect(anchor).toBe(rule.alert.toLowerCase());
    expect(existsSync(join(root, path))).toBe(true);
    const section = sectionOf(read(join(root, path)), rule.alert);
    expect(section).toMatch(/^\*\*Check\*\*$/m);
    expect(section).toMatch(/^\*\*Do\*\*$/m);
    expect(section).toMatch(/^1\. /m);
    expect(read(join(runbooksFolder, 'README.md'))).toMatch(
      new RegExp(`\\b${rule.alert.slice('Gatehouse'.length)}\\b`),
    );
  });

  it.each(runbooks)('that are critical come before the others in $name', ({ text }) => {
    const rows = text.split('\n').map((line) => line.matchAll(/\b[A-Z]\w+\b/g));
    const sections = text.matchAll(/^## Gatehouse(\w+)$/gm);
    for (const names of [...rows, sections]) {
      const severities = [...names].flatMap(([whole, name = whole]) =>
        rules.filter(({ alert }) => alert === `Gatehouse${name}`).map(({ labels }) => labels.severity),
      );
      expect(severities).toEqual(severities.toSorted());
    }
  });

  it('have a test that fires and one that does not for each alert', () => {
    const tests = parse(read(join(rulesFolder, 'gatehouse-rules.test.yaml'))).tests as {
      alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
    }[];
    const cases = tests.flatMap((test) => test.alert_rule_test);
    for (const { alert } of rules) {
      const own = cases.filter(({ alertname }) => alertname === alert).map((each) => each.exp_alerts.length);
      expect(
        own.toSorted((one, other) => one - other),
        alert,
      ).toEqual([0, 1]);
    }
  });

  it('hold by promtool, and so do their tests', () => {
    const promtool = findProgram('promtool');
    if (promtool === undefined) {
      const reason = 'promtool is not installed (apt-get install --no-install-recommends prometheus)';
      if (process.env['CI'] === 'true') throw new Error(reason);
      process.stderr.write(`The check of the alerting rules is skipped: ${reason}\n`);
      return;
    }
    for (const commandLine of [
      ['check', 'config', 'prometheus.yaml'],
      ['test', 'rules', 'gatehouse-rules.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync(promtool, commandLine, {
        cwd: rulesFolder,
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    }
  });
});

describe('the Grafana board', () => {
  const board = JSON.parse(read(join(root, 'deploy/grafana/gatehouse.json'))) as {
    readonly panels: readonly {
      readonly id: number;
      readonly targets?: readonly { readonly expr: string }[];
    }[];
  };

  it('queries metrics that exist, in panels of their own', () => {
    const known = knownMetrics();
    const named = board.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  });
});

describe('the runbooks', () => {
  it('have no section for an alert that does not exist', () => {
    const alerts = new Set(rules.map(({ alert }) => alert));
    const sections = runbooks.flatMap(({ text }) =>
      [...text.matchAll(/^## (Gatehouse\w+)$/gm)].map((match) => match[1]!),
    );
    expect(sections.toSorted()).toEqual([...alerts].toSorted());
  });

  it.each(runbooks)('$name names only metrics and settings that exist', ({ text }) => {
    const known = knownMetrics();
    expect(metricsIn(text).filter((name) => !known.has(name))).toEqual([]);
    const settings = read(join(root, 'docs/settings.md'));
    const named = [...text.matchAll(/\b(?:GATEHOUSE|DATABASE)_[A-Z0-9_]+\b/g)].map(([name]) => name);
    expect(named.filter((name) => !settings.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it('name only commands that exist', async () => {
    const lines = runbooks.flatMap(({ text }) =>
      [...text.matchAll(/npx --no gatehouse ([^`\n]+)/g)].map((match) => match[1]!.split(' ')),
    );
    expect(lines.length).toBeGreaterThan(20);
    const commands = await commandsOf();
    const groups = new Map<string, string[]>();
    for (const [command = '', subcommand = ''] of lines) {
      expect(commands).toContain(command);
      const isGroup = ['lists', 'monitoring', 'executions', 'audit'].includes(command);
      if (!isGroup) continue;
      if (!groups.has(command)) groups.set(command, await commandsOf(command));
      expect(groups.get(command), command).toContain(subcommand);
    }
  });
});
