/**
 * The longest that the main thread is kept from everybody else by the dearest that one tenant may ask for, in
 * milliseconds of its processor: what other programs on the machine do is not in it.
 *
 *   node bench/neighbours/longest-turn.ts
 */
import process from 'node:process';
import { evaluateAll } from '../../packages/server/src/interpreter/evaluate-all.ts';
import { newStepBudget } from '../../packages/server/src/interpreter/expression-steps.ts';
import { compileExpression } from '../../packages/server/src/interpreter/expressions.ts';
import { parseLocated } from '../../packages/server/src/lib/yaml/located-yaml.ts';
import { readOutputsAside } from '../../packages/server/src/webhooks/attempts/webhook-outputs.ts';
import { machineLine, spread } from '../rig/figures.ts';

const items = Array.from({ length: 60 }, (_, index) => index);
const rules = Array.from({ length: 400 }, (_, index) =>
  compileExpression(`data.items.exists(a, data.items.exists(b, a + b < 0 - ${index}))`),
);
const row = Array.from({ length: 200 }, (_, id) => ({ id }));
const bytes = Buffer.from(JSON.stringify({ all: row, rows: Array.from({ length: 120 }, () => row) }));
const outputs = [{ paramName: 'same', jsonPath: '$.rows[?@ == $.all]', paramType: 'array' as const }];
const keys = Array.from({ length: 60_000 }, (_, index) => `key${index}: 1`).join('\n');
const lists = Array.from({ length: 250_000 }, () => '- a').join('\n');

const asked = {
  '400 nested rules': () =>
    evaluateAll(rules, { values: { data: { items } }, steps: newStepBudget() }, 'conditions'),
  'deep comparison on 256 KiB': () => readOutputsAside({ outputs }, { bytes, truncated: false }),
  '60,000 keys of YAML': () => parseLocated('workflow', keys),
  'a million bytes of YAML': () => parseLocated('workflow', lists),
};

console.log(machineLine());
for (const [name, ask] of Object.entries(asked)) {
  const turns: number[] = [];
  for (let round = 0; round < 5; round += 1) turns.push(await longestTurn(ask));
  console.log(`${name.padEnd(28)} ${spread(turns, 1)} ms of the main thread at once`);
}
console.log(machineLine());
process.exit();

async function longestTurn(ask: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await ask();
  isOver = true;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}
