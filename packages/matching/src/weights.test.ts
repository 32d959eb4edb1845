import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  CLOSE_LETTERS,
  CLOSEST_LETTERS_COST,
  DOUBTFUL_SIMILARITY,
  LIGHT_LETTER_COST,
  MIN_SIMILARITY,
  MIN_TOKEN_WEIGHT,
  TOKEN_WEIGHTS,
  VOWEL_COST,
} from './weights.ts';

/** Folders whose files hold no number of their own, but for those below. The empty one is the package's top. */
const STRICT = ['scoring', 'features', 'engines', ''];

/** Numbers that no score depends on: codes of letters, bits, sizes of tables, the calendar. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'scoring/edit-cost.ts': ['97', '99', '100', '101', '106', '107', '108', '111', '117', '128', '20'],
  'scoring/spelling-comparer.ts': ['31'],
  'scoring/token-similarity.ts': ['97'],
  'screen.ts': ['32'],
};
const CALENDAR = 'dates.ts';

/** Calls whose arguments are places in a text. */
const PLACE_CALLS = new Set(['slice', 'at', 'charCodeAt', 'padStart']);

type Node = Record<string, unknown> & { type?: string };

function isPlaceCall(node: Node): boolean {
  const callee = node['callee'] as { property?: { name?: string } } | undefined;
  return node.type === 'CallExpression' && PLACE_CALLS.has(callee?.property?.name ?? '');
}

function isBitOperation(node: Node): boolean {
  return node.type === 'BinaryExpression' && /^(?:<<|>>|>>>|[&|^])$/.test(String(node['operator']));
}

/** Numbers of a file, but for 0, 1 and 2, bit masks and places in a text. */
function numbersOf(path: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (typeof value === 'object' && value !== null) {
      const node = value as Node;
      if (node.type === 'Literal' && typeof node['value'] === 'number') {
        if (String(node['raw']).startsWith('0x')) return;
        if (node['value'] > 2 || !Number.isInteger(node['value'])) found.push(String(node['value']));
      } else if (!isPlaceCall(node) && !isBitOperation(node)) Object.values(node).forEach(walk);
      else for (const part of [node['callee'], node['left']]) walk(part);
    }
  };
  walk(parseSync(path, readFileSync(join(import.meta.dirname, path), 'utf8')).program);
  return found;
}

function filesOf(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => join(folder, name));
}

describe('weights.ts', () => {
  it('is the only file that holds a number which decides a score or what is shown', () => {
    const found = STRICT.flatMap(filesOf)
      .filter((path) => path !== 'weights.ts' && path !== CALENDAR)
      .flatMap((path) => numbersOf(path).map((number) => ({ path, number })))
      .filter(({ path, number }) => !ALLOWED[path]?.includes(number));
    expect(found, 'move these numbers to weights.ts, with their reason').toEqual([]);
  });

  it('holds the fractions of the readings too', () => {
    const fractions = filesOf('names').flatMap((path) =>
      numbersOf(path).filter((number) => !Number.isInteger(Number(number))),
    );
    expect(fractions, 'move these fractions to weights.ts, with their reason').toEqual([]);
  });

  it('keeps what the bounds of a search rely on', () => {
    const weights = Object.values(TOKEN_WEIGHTS).flatMap((table) => Object.values(table));
    expect(Math.min(...weights.map(({ matched }) => matched))).toBe(MIN_TOKEN_WEIGHT);
    for (const { matched, unmatched } of weights) expect(unmatched).toBeLessThanOrEqual(matched);
    const [, ...others] = CLOSE_LETTERS;
    expect(Math.min(...others.map(([, cost]) => cost), VOWEL_COST)).toBeGreaterThanOrEqual(LIGHT_LETTER_COST);
    expect(CLOSEST_LETTERS_COST).toBeLessThan(LIGHT_LETTER_COST);
    expect(DOUBTFUL_SIMILARITY).toBeLessThan(MIN_SIMILARITY);
  });
});
