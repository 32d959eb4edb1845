/**
 * The calls of Home on a store with many cases: all of one opening at once, as a browser sends them, for each call and
 * until the last has its answer.
 *
 *   node bench/console/home.ts [store] [openings] [open cases] [resolved cases]
 */
import type { ConsoleCaller } from '../rig/console.ts';
import { machineLine, percentile } from '../rig/figures.ts';
import { startService, unsealed, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { fill } from './fill.ts';
import { makeTemplates, signInAnalyst } from './template-case.ts';

const [wanted = '', ...numbers] = process.argv.slice(2);
const [openings = 200, open = 10_000, resolved = 100_000] = numbers.map(Number);
const customers = 10_000;
const analysts = 4;

const stores = await openStores(wanted);
try {
  console.log(machineLine());
  for (const name of stores.names) {
    const store = await stores.create(name);
    const started = performance.now();
    await fill(store, await makeTemplates(store, analysts), { customers, open, resolved });
    console.log(`${name}: filled in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    const service = await startService(store, { settings: unsealed });
    await untilReady(service);
    const people = await Promise.all(
      Array.from({ length: analysts }, (_, n) => signInAnalyst(service.port, n)),
    );
    for (const person of people) await openHome(person, new Map());
    const times = new Map<string, number[]>();
    for (let n = 0; n < openings; n++) await openHome(people[n % analysts]!, times);
    console.log(`${name}: ${open} open and ${resolved} resolved cases, ${openings} openings of Home, in ms:`);
    for (const [call, values] of times) {
      const [p50, p95, most] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0));
      console.log(`  ${call.padEnd(28)} p50 ${p50}  p95 ${p95}  most ${most}`);
    }
    await service.stop();
  }
} finally {
  await stores.stop();
}

/** What the page of an analyst asks for when it opens (`packages/console/src/home`). */
async function openHome(person: ConsoleCaller, times: Map<string, number[]>): Promise<void> {
  const base = '/domains/retail';
  const opened = performance.now();
  const note = (name: string, from: number) =>
    times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
  const get = async (name: string, path: string) => {
    const from = performance.now();
    const answer = await person.get(path);
    note(name, from);
    return answer;
  };
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const midnight = Date.parse(day(0));
  await Promise.all([
    get('counts', `${base}/case-figures?today=${midnight}&week=${midnight - 6 * 86_400_000}`),
    get('own cases, by deadline', `${base}/cases?open=true&mine=true&sort=due&limit=10`),
    get('available cases, by risk', `${base}/cases?available=true&sort=risk&limit=10`),
    get('days', `${base}/case-days?from=${day(55)}&until=${day(0)}&timeZone=UTC`),
    get('lists', '/list-freshness'),
    get('quota', '/allowance'),
  ]);
  note('all of one opening', opened);
}
