/** Files of the scoreboard: JSON lines. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Query } from './pack.ts';

/** What an engine answers to one query. */
export interface Answer {
  readonly id: string;
  /** Highest score of any entry; 0 where none is found. */
  readonly best: number;
  /** Score of the expected entry; 0 where it is not found or none is expected. */
  readonly own: number;
}

/** `engine.<name>.json`: what answered. */
export interface EngineRun {
  readonly engine: string;
  readonly version: string;
  /** What it calls a match unless told otherwise. */
  readonly threshold: number;
  readonly seconds: number;
}

export function readRows<Row>(folder: string, name: string): Row[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

export function readQueries(folder: string): Query[] {
  return readRows<Query>(folder, 'queries.jsonl');
}

export function writeAnswers(folder: string, run: EngineRun, answers: readonly Answer[]): void {
  writeFileSync(
    join(folder, `answers.${run.engine}.jsonl`),
    answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''),
  );
  writeFileSync(join(folder, `engine.${run.engine}.json`), `${JSON.stringify(run, null, 2)}\n`);
}

/** The folder that a command was given. */
export function givenFolder(): string {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('name the folder of the pack');
  return folder;
}
