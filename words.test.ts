/**
 * The names of exports, their members, files and folders use the terms of the field. A word that was invented here is
 * refused, with the term to write instead; the terms are explained in docs/glossary.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A refused word, in the forms that occur, and what to write. Words are compared in lower case. */
const refused: readonly (readonly [words: string, write: string])[] = [
  ['standing standings', 'state, status, currentNode'],
  ['told', 'stated, declared; on… for a callback'],
  ['teller tellers', 'notifier, logger'],
  ['born unborn', 'create, new; birth is a date of birth only'],
  ['death deaths deadly doomed suspect suspects', 'poison, crashCount, quarantine, dead letter'],
  ['give gives gift gifts', 'submit, submission'],
  ['act acts', 'action, command'],
  ['desk desks', 'admin API'],
  ['door doors', 'gateway, egress'],
  ['house houses room rooms', 'repository, module, capacity'],
  ['floor floors', 'threshold, min…, layer'],
  ['most least', 'max…, min…'],
  ['judge judges judged', 'validate, evaluate, apply'],
  ['marks', 'bitmap, flags'],
  ['telling leader leaders', 'selective, essential'],
  ['gain gains gained cover covers', 'upper bound, bonus'],
  ['anchor anchors visits', 'seed, postings, traversal, node runs'],
  ['meeting meetings', 'token match'],
  ['manners', 'priority, rate limit, backoff'],
  ['patience patiently', 'timeout, or the name of the duration'],
  ['overtaken', 'edit conflict'],
  ['upkeep', 'maintenance'],
  ['hand hands', 'the name of the mechanism'],
  ['begins begun', 'start, started'],
  ['stand stands', 'state, is'],
  ['sight sights', 'snapshot'],
  ['hear hears heard', 'observe, receive'],
  ['forgot', 'delete, evict, prune'],
  ['walls', 'row-level security'],
  ['bell rung purse', 'signal, budget'],
  ['speak speaks spoken seconded', 'set language, propose, confirm'],
  ['lately', 'cache, the name of the duration'],
  ['settle settles settled unsettled settlement settlements', 'finish, stop, commit, outcome'],
  ['conclude concludes concluded conclusion conclusions', 'resolve, resolution'],
  ['turns', 'slots, batches, semaphore'],
  ['visited', 'node run'],
  ['revive revives revived', 'requeue'],
  ['attended', 'user activity'],
  ['sounded', 'phonetic key, comparable token'],
  ['native', 'original script'],
  ['misread', 'OCR confusion'],
  ['remainder', 'unmatched tokens'],
  ['tally', 'accumulator'],
  ['lane lanes', 'consumer of a queue'],
  ['generation generations', 'snapshot'],
  ['trial trials', 'test run'],
  ['allowance allowances', 'quota, credits, limit'],
  ['laws', 'properties, invariants'],
  ['forecast forecasts', 'preview'],
  ['ring rings', 'cycle'],
];

/** Names that keep a refused word, and why. */
const exceptions: Readonly<Record<string, string>> = {
  act: 'member and column of the audit record',
  actName: "label of an audit record's act",
  actTitle: "label of an audit record's act",
  standing: 'member of the state of data keys that doctor reads from a running server',
  quarterTurns: 'rotation of a picture',
  told: 'member of the view of a flow',
};

const instead = new Map(refused.flatMap(([words, write]) => words.split(' ').map((word) => [word, write])));

/** `isRawJSON-file` → is, raw, json, file */
function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase());
}

/** Why a name is refused, if it is. */
function faultsOf(name: string, path: string): string[] {
  if (Object.hasOwn(exceptions, name)) return [];
  const found = wordsOf(name).filter((word) => instead.has(word));
  return found.map((word) => `${path}: ${name}: instead of "${word}" write ${instead.get(word)}`);
}

const declaration =
  /^export (?:default |async |abstract |declare )*(?:function\*?|class|const|let|interface|type) (\w+)/;
const member = /^ {2}(?:readonly |async |static |get |set |private )*(\w+)[?(:<]/;

/** Exported names, and the members of exported types and classes, as the formatter writes them. */
function exportedNames(text: string): string[] {
  const names: string[] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const name = declaration.exec(line)?.[1];
    if (name !== undefined) {
      names.push(name);
      isInside = /\b(?:class|interface|type) \w/.test(line) && line.endsWith('{');
    } else if (line.startsWith('}')) isInside = false;
    else if (isInside) names.push(...(member.exec(line)?.slice(1) ?? []));
  }
  return names;
}

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  cwd: import.meta.dirname,
})
  .split('\n')
  .filter((path) => /\.(?:[jt]sx?|mjs|css|sql)$/.test(path) && !path.includes('/archive/'));

describe('names', () => {
  it('are read from declarations and members, in words', () => {
    const text = 'export interface RunStanding {\n  readonly leastScore?: number;\n}\nconst told = 1;\n';
    expect(exportedNames(text)).toEqual(['RunStanding', 'leastScore']);
    expect(faultsOf('RunStanding', 'a.ts')).toEqual([
      'a.ts: RunStanding: instead of "standing" write state, status, currentNode',
    ]);
  });

  it('of exports and their members are terms of the field', () => {
    const faults = paths
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
      .flatMap((path) =>
        exportedNames(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')).flatMap((name) =>
          faultsOf(name, path),
        ),
      );
    expect(faults).toEqual([]);
  });

  it('of files and folders are terms of the field', () => {
    const parts = new Map(paths.flatMap((path) => path.split('/').map((part) => [part, path])));
    expect([...parts].flatMap(([part, path]) => faultsOf(part, path))).toEqual([]);
  });

  it('that are excepted exist', () => {
    const all = new Set(
      paths.flatMap((path) => [
        ...path.split('/'),
        ...exportedNames(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
      ]),
    );
    expect(Object.keys(exceptions).filter((name) => !all.has(name))).toEqual([]);
  });
});

describe('comments', () => {
  const code = paths
    .filter((path) => /\.(?:tsx?|mjs|sql)$/.test(path) && path !== 'words.test.ts')
    .map((path) => ({ path, text: readFileSync(`${import.meta.dirname}/${path}`, 'utf8') }));

  it('cite sections of documents that are in the repository', () => {
    const headings = readFileSync(`${import.meta.dirname}/docs/interface.md`, 'utf8').matchAll(
      /^## (\d+)\. /gm,
    );
    const sections = new Set([...headings].map(([, number]) => number));
    const faults = code.flatMap(({ path, text }) => [
      ...[...text.matchAll(/wire-decisions|\bspec \d[\d.]*/gi)].map(([cited]) => `${path}: ${cited}`),
      ...[...text.matchAll(/docs\/interface\.md (\d+)/g)]
        .filter(([, section]) => !sections.has(section))
        .map(([cited]) => `${path}: ${cited}`),
    ]);
    expect(faults).toEqual([]);
  });

  it('say what a function returns; answers are those of a server', () => {
    const faults = code.flatMap(({ path, text }) =>
      [...text.matchAll(/\banswers (?:how many|whether)\b/gi)].map(([fault]) => `${path}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});
