/**
 * Analysts at work over the console's interface, on a store as it is after years: each lists, searches, takes the next
 * case, reads it, rules, writes, decides, with a pause between two acts, and hears of changes meanwhile. Beside them new
 * customers can be submitted.
 *
 *   node bench/console/analysts.ts [seconds] [analysts] [customers] [open cases] [resolved cases] [submits a second] [automatic]
 *
 * `automatic`: executions that approved by themselves within a year. Ten million take half an hour to fill and 40 GB.
 */
import { openSubmits } from '../executions/load.ts';
import type { ConsoleCaller } from '../rig/console.ts';
import { machineLine, percentile } from '../rig/figures.ts';
import { startService, unsealed, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { nextSubmit } from '../rig/tenant.ts';
import { fill, nameOf } from './fill.ts';
import { makeTemplates, signInAnalyst } from './template-case.ts';

const [
  seconds = 60,
  analysts = 20,
  customers = 1_000_000,
  open = 10_000,
  resolved = 90_000,
  submitsPerSecond = 0,
  automatic = 0,
] = process.argv.slice(2).map(Number);
/** Between two acts of a person: far faster than anybody reads. */
const pauseMs = [500, 1_500] as const;

const stores = await openStores('PostgreSQL');
try {
  console.log(machineLine());
  const store = await stores.create('PostgreSQL');
  const filling = performance.now();
  await fill(store, await makeTemplates(store, analysts), {
    customers,
    open,
    resolved,
    automatic,
  });
  console.log(
    `${customers} customers, ${open} open and ${resolved} resolved cases, ${automatic} automatic ones, filled in ${seconded(filling)} s`,
  );
  const service = await startService(store, { settings: unsealed });
  await untilReady(service);
  const beside =
    submitsPerSecond > 0
      ? openSubmits(service.port, { seconds, perSecond: submitsPerSecond, next: nextSubmit })
      : undefined;
  const [times, submitted] = await Promise.all([work(service.port), beside]);
  if (submitted !== undefined) {
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(submitted.milliseconds, share).toFixed(0));
    console.log(
      `${submitted.count} submits beside them, ${submitsPerSecond} a second: p50 ${p50}  p95 ${p95} ms`,
    );
  }
  console.log(
    `${analysts} analysts, ${seconds} s, a pause of ${pauseMs.join(' to ')} ms between two calls, in ms:`,
  );
  for (const [name, values] of [...times].toSorted(([one], [other]) => one.localeCompare(other))) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(values, share).toFixed(0));
    console.log(
      `${name.padEnd(28)} ${String(values.length).padStart(6)} calls  p50 ${p50}  p95 ${p95}  p99 ${p99}`,
    );
  }
  console.log(
    `server ${service.cpuSeconds().toFixed(1)} s of processor, ${(service.residentBytes() / 1e6).toFixed(0)} MB`,
  );
  await service.stop();
  console.log(machineLine());
} finally {
  await stores.stop();
}

/** The date so many days ago. */
function day(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

function seconded(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}

/** All analysts side by side; milliseconds of each kind of call. */
async function work(port: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  const people: ConsoleCaller[] = [];
  for (let n = 0; n < analysts; n++) {
    people.push(await signInAnalyst(port, n));
  }
  // Everybody's first case right after the start: code is compiled, connections open. Told apart, as what it is.
  const first = new Map<string, number[]>();
  await Promise.all(people.map((person, n) => review(person, n * 7919, first, Number.POSITIVE_INFINITY)));
  const firsts = [...first.values()].flat();
  console.log(
    `the first ${firsts.length} calls after the start: p50 ${percentile(firsts, 0.5).toFixed(0)}  p95 ${percentile(firsts, 0.95).toFixed(0)}  p99 ${percentile(firsts, 0.99).toFixed(0)} ms`,
  );
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    people.map(async (person, n) => {
      const ending = new AbortController();
      const heard = person.listen('/domains/retail/events', ending.signal);
      for (let turn = 1; performance.now() < until; turn++)
        await review(person, n * 7919 + turn * 31, times, until);
      ending.abort();
      await heard;
    }),
  );
  return times;
}

/** One case from the list to its end, as a person goes about it. */
async function review(
  person: ConsoleCaller,
  seed: number,
  times: Map<string, number[]>,
  until: number,
): Promise<void> {
  const base = '/domains/retail';
  const timed = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const [least, most] = pauseMs;
    await new Promise((resolve) => setTimeout(resolve, least + Math.random() * (most - least)));
    const from = performance.now();
    const answer = await act();
    times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
    return answer;
  };
  const get = (name: string, path: string) => timed(name, () => person.get(`${base}${path}`));
  const post = (name: string, path: string, body?: unknown) =>
    timed(name, () => person.post(`${base}${path}`, body ?? {}));
  const name = nameOf(seed);
  const [, family = ''] = name.split(' ');
  await get('home figures', `/case-figures?today=${Date.now() - 3_600_000}&week=${Date.now() - 86_400_000}`);
  await get('case list, by risk', '/cases?open=true&sort=risk&limit=50');
  await get('case list, by due', '/cases?open=true&sort=due&limit=50');
  await get('case list, mine', '/cases?open=true&mine=true&limit=50');
  await get('case list, overdue', '/cases?overdue=true&sort=due&limit=50');
  await get('case search, open, name', `/cases?open=true&sort=risk&limit=50&search=${family}`);
  await get('case search, all, name', `/cases?sort=newest&limit=50&search=${family}`);
  await get(
    'case search, all, number',
    `/cases?sort=newest&limit=50&search=C1${String(seed).padStart(3, '0').slice(-3)}`,
  );
  await get('customer search, whole name', `/customers?search=${encodeURIComponent(name)}`);
  await get('customer search, three letters', `/customers?search=${family.slice(0, 3)}`);
  await get('customer search, id', `/customers?search=cust-${(seed * 13) % 1_000_000}`);
  await get('customer page', `/customers/cust-${1 + ((seed * 97) % 1000)}`);
  await timed('usage of 31 days', () => person.get(`/usage?from=${day(30)}&until=${day(0)}`));
  await timed('usage of a year', () => person.get(`/usage?from=${day(364)}&until=${day(0)}`));
  await timed('audit log, newest', () => person.get('/audit?limit=50'));
  const next = (await post('take the next case', '/cases/next')) as {
    case: { caseNo: string; revision: number; groups: string[]; groupIndex: number } | null;
  };
  if (next.case === null || performance.now() > until) return;
  const { caseNo, revision } = next.case;
  const read = (await get('case page', `/cases/${caseNo}`)) as { alerts: { alertId: string }[] };
  // As the page does: on opening, with each dialog and after it.
  const view = (doing: 'reading' | 'deciding') =>
    post('who else has the case open', `/cases/${caseNo}/viewers`, { doing });
  await view('reading');
  for (const { alertId } of read.alerts) {
    await view('deciding');
    const ruling = { ruling: 'FALSE_POSITIVE', reason: 'another date of birth' };
    await post('rule on a hit', `/cases/${caseNo}/alerts/${alertId}/rulings`, ruling);
  }
  await get('case page', `/cases/${caseNo}`);
  await post('write a note', `/cases/${caseNo}/notes`, { text: 'Compared with the passport.' });
  await view('deciding');
  const move = { move: 'reject', expectedRevision: revision, reason: 'as it is' };
  await post('resolve a case', `/cases/${caseNo}/moves`, move);
}
