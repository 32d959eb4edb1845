import { readFileSync } from 'node:fs';
import { engineSettings, tenantFile } from '@gatehouse/contract';
import {
  scoreByMatchStrength,
  scoreBySearchType,
  scoreBySensitivity,
} from '@gatehouse/contract/hit-thresholds';
import { enginePolicies, listSources, type MatchPolicy } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig, settingsPage } from '../config/index.ts';
import { checkWorkflow } from '../interpreter/index.ts';

/** Tables and examples of the docs that repeat what the code says. */

function page(name: string): string {
  return readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
}

/** The rows of the first table after a heading, as cells. */
function tableAfter(text: string, heading: string): string[][] {
  const lines = text.slice(text.indexOf(heading)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const rows = lines.slice(first + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function unquote(cell: string): string {
  return cell.replace(/^`(.*)`$/, '$1');
}

describe('the page of the settings', () => {
  it('is what npm run docs would write now', () => {
    expect(page('settings.md') === settingsPage(), 'stale: run npm run docs').toBe(true);
  });

  const rows = tableAfter(page('settings.md'), '# Settings').map(([name = '', value = '']) => ({
    name: unquote(name),
    value,
  }));

  it('has every setting that config.ts reads, and no other', () => {
    const files = ['../config/config.ts', '../config/message-config.ts'];
    const source = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');
    const read = [...source.matchAll(/[rR]ead\(\s*'(GATEHOUSE_\w+|DATABASE_\w+)'/g)].map(
      (match) => match[1]!,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...new Set(read)].toSorted());
  });

  it('says of each what it takes', () => {
    expect([...loadConfig({}).forms.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it.each(rows.filter(({ value }) => value.startsWith('`')))(
    'tells the default of $name',
    ({ name, value }) => {
      expect(loadConfig({ [name]: unquote(value) }).config).toEqual(loadConfig({}).config);
    },
  );
});

describe('the table of engines in interface.md', () => {
  const rows = tableAfter(page('interface.md'), '**Engines.**');

  /** Settings by the words of the table. */
  const policies: readonly [engine: string, setting: string, policy: MatchPolicy][] = [
    ...(['EXACT', 'STRONG', 'WEAK'] as const).map((matchStrength) => {
      const policy = enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: 20 });
      return ['GLOBAL_CHECK', matchStrength, policy] as [string, string, MatchPolicy];
    }),
    ...(['Precise', 'Near', 'Broad'] as const).map((searchType) => {
      const policy = enginePolicies.RISK_LISTS({ searchType, maxHits: 20 });
      return ['RISK_LISTS', searchType, policy] as [string, string, MatchPolicy];
    }),
    ['WATCHLIST', 'none', enginePolicies.WATCHLIST()],
  ];

  it.each(policies)(
    'tells the threshold of %s %s and how it takes weak aliases',
    (engine, setting, policy) => {
      const row = rows.find(([name, word]) => unquote(name!) === engine && word!.includes(setting));
      expect(row?.[2]).toMatch(new RegExp(`^${policy.minScore}\\b`));
      expect(row?.[3]).toBe(policy.weakAliases === 'all' ? 'all' : 'exact matches only');
      const described: Readonly<Record<string, number>> = { ...scoreByMatchStrength, ...scoreBySearchType };
      if (engine !== 'WATCHLIST') expect(described[setting]).toBe(policy.minScore);
    },
  );

  it('tells how the sensitivity of COMPOSITE_SCAN becomes a threshold', () => {
    for (const sensitivity of [0, 0.25, 0.6, 1]) {
      const { minScore, weakAliases } = enginePolicies.COMPOSITE_SCAN({ sensitivity });
      expect(minScore).toBeCloseTo(scoreBySensitivity(sensitivity));
      expect(weakAliases).toBe(sensitivity >= 0.6 ? 'all' : 'exact');
    }
  });

  it('marks the defaults', () => {
    const defaults = [
      engineSettings.GLOBAL_CHECK.parse({}).matchStrength,
      engineSettings.RISK_LISTS.parse({}).searchType,
    ];
    const marked = rows.filter(([, word]) => word!.includes('(default)')).map(([, word]) => word!);
    expect(marked).toEqual(defaults.map((word) => `\`${word}\` (default)`));
  });
});

describe('the workflows of workflows.md', () => {
  const files = [...page('workflows.md').matchAll(/^```yaml\n(.*?)^```$/gms)].map(
    (match) => parse(match[1]!) as { id: string },
  );
  const known = { groups: new Set(['first-line']), webhooks: new Map() };

  it('that are shown as an example can be published', () => {
    const example = files.find(({ id }) => id === 'wf_payment');
    expect(checkWorkflow(example, known)).toMatchObject({ ok: true });
  });

  it('that are shown as broken have the faults that the page shows', () => {
    const result = checkWorkflow(
      files.find(({ id }) => id === 'wf_broken'),
      known,
    );
    const faults = result.ok ? [] : result.faults;
    const shown = page('workflows.md')
      .split('\n')
      .filter((line) => line.startsWith('broken.yaml:'));
    expect(shown).toHaveLength(faults.length);
    for (const fault of faults) expect(shown.some((line) => line.endsWith(fault.message))).toBe(true);
  });
});

describe('the table of lists in operating.md', () => {
  it('has every list source with its files', () => {
    const rows = tableAfter(page('operating.md'), '## Lists').map((cells) => cells.slice(0, 3).join(' | '));
    const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const sources = Object.values(listSources).filter(({ id }) => id !== 'sample');
    expect(rows.toSorted()).toEqual(
      sources
        .map(
          ({ id, fileNames }) => `\`${id}\` | ${quoted(fileNames.required)} | ${quoted(fileNames.optional)}`,
        )
        .toSorted(),
    );
  });
});

describe('the tenant file of operating.md', () => {
  it('is one that can be written', () => {
    const [, text = ''] = /^```yaml\n(.*?)^```$/ms.exec(page('operating.md')) ?? [];
    expect(tenantFile.safeParse(parse(text))).toMatchObject({ success: true });
  });
});
