/**
 * The editor of workflows with a graph of 200 nodes: how many frames a second Chromium draws while it is moved and while
 * a node is dragged, in turns with xyflow's bare component and the same graph; how long publishing takes; how long 1,000
 * past submits take against a draft.
 *
 *   node bench/console/editor.ts [rounds] [seconds] [submits]
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { arrange } from '../../packages/console/src/workflows/layout.ts';
import { buildPages } from '../../packages/server/test/support/browser.ts';
import { startChromium } from '../../packages/server/test/support/chromium.ts';
import { dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { machineLine, median, percentile, spread } from '../rig/figures.ts';
import { listSettings, listsNote, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { benchTenants, caller, nextSubmit } from '../rig/tenant.ts';
import { largeWorkflow } from './large-workflow.ts';

const [rounds = 3, seconds = 4, submits = 1_000] = process.argv.slice(2).map(Number);
const viewport = { width: 1440, height: 900 };
const who = { tenant: 'bench', email: 'dev@bench.test', password: 'correct-horse-battery' };
const large = largeWorkflow();

buildPages();
console.log(machineLine());
const stores = await openStores('PostgreSQL');
try {
  const { tenants } = benchTenants() as { tenants: Record<string, unknown>[] };
  const users = [{ email: who.email, password: who.password, roles: ['developer'] }];
  const service = await startService(await stores.create('PostgreSQL'), {
    tenants: { tenants: [{ ...tenants[0], users }] },
    settings: listSettings,
  });
  await untilReady(service);
  const dev = await ConsoleCaller.signIn(service.port, who);
  await measurePublishing(dev);
  await submitAll(service.port);
  await measureReplay(dev);
  const browser = await startChromium();
  await measureFrames(browser, service.port, dev.cookie);
  await browser.close();
  await service.stop();
} finally {
  await stores.stop();
}
console.log(machineLine());

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function measurePublishing(dev: ConsoleCaller): Promise<void> {
  const checks: number[] = [];
  const publishes: number[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    const definition = { ...large, name: `Large ${turn}` };
    checks.push(await timed(() => dev.post('/domains/retail/workflows/check', { definition })));
    publishes.push(await timed(() => dev.post('/domains/retail/workflows', { definition, publish: true })));
  }
  const { nodes, edges } = large;
  console.log(`${nodes.length} nodes, ${edges.length} ways, each 15 times, in ms`);
  console.log(`  checked in ${spread(checks, 0)}, first ${checks[0]!.toFixed(0)}`);
  console.log(`  checked and published in ${spread(publishes, 0)}, first ${publishes[0]!.toFixed(0)}`);
}

/** Submits to the small screening workflow, until all are decided or at a review. */
async function submitAll(port: number): Promise<void> {
  const [connection] = await openConnections(port, 1);
  let last = '';
  for (let n = 0; n < submits; n += 1) {
    const call = signedCall(caller, 'workflow.apply.submit', {
      ...nextSubmit(),
      workflowId: 'wf_screening@1',
    });
    last = dataOf(await connection!.send(call))['executionId'] as string;
  }
  for (;;) {
    const call = signedCall(caller, 'workflow.execution.status', { executionId: last });
    if (dataOf(await connection!.send(call))['caseStatus'] !== '') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  connection!.close();
}

async function measureReplay(dev: ConsoleCaller): Promise<void> {
  const small = (benchTenants() as { tenants: { workflows: { workflow: Record<string, unknown> }[] }[] })
    .tenants[0]!.workflows[0]!.workflow;
  const nodes = small['nodes'] as Record<string, unknown>[];
  const drafts = [
    { words: 'the same screening, other rules', definition: { ...small, nodes: nodes.map(withOtherRules) } },
    { words: 'a looser screening, searched anew', definition: { ...small, nodes: nodes.map(withWeak) } },
    { words: 'the workflow of 200 nodes, searched anew', definition: large },
  ];
  console.log(`replay of ${submits} past submits against a draft, ${listsNote}, 3 times each, in s`);
  for (const { words, definition } of drafts) {
    const times: number[] = [];
    let replayed: unknown;
    for (let turn = 0; turn < 3; turn += 1) {
      times.push(
        (await timed(async () => {
          const body = { definition, last: submits, outcomes: {} };
          ({ replayed } = await dev.post('/domains/retail/workflows/replay', body));
        })) / 1000,
      );
    }
    console.log(`  ${words}: ${spread(times, 2)} (${String(replayed)} replayed)`);
  }
}

function withOtherRules(node: Record<string, unknown>): Record<string, unknown> {
  if (node['type'] !== 'risk-score') return node;
  return { ...node, rules: [{ when: 'screen.hits > 1', add: 50, reason: 'several hits' }] };
}

function withWeak(node: Record<string, unknown>): Record<string, unknown> {
  if (node['type'] !== 'screening') return node;
  return { ...node, engines: { GLOBAL_CHECK: { matchStrength: 'WEAK' }, WATCHLIST: {} } };
}

async function measureFrames(browser: Browser, port: number, cookie: string): Promise<void> {
  const bare = await openBare(browser);
  const ours = await openEditor(browser, port, cookie);
  const idle = await framesOf(bare, async () => undefined);
  console.log(
    `frames a second, ${rounds} rounds of ${seconds} s in turns; at rest ${idle.perSecond.toFixed(0)}`,
  );
  for (const zoom of ['whole graph in view', 'at full size'] as const) {
    for (const page of [bare, ours]) await show(page, zoom);
    for (const act of ['move', 'drag'] as const) {
      const rates = { bare: [] as Frames[], ours: [] as Frames[] };
      for (let round = 0; round < rounds; round += 1) {
        rates.bare.push(await framesOf(bare, (until) => pull(bare, act, until)));
        rates.ours.push(await framesOf(ours, (until) => pull(ours, act, until)));
      }
      const formatted = (of: readonly Frames[]) =>
        `${spread(
          of.map(({ perSecond }) => perSecond),
          0,
        )} (slowest in twenty ${median(of.map(({ p95 }) => p95)).toFixed(0)} ms)`;
      const share =
        median(rates.ours.map(({ perSecond }) => perSecond)) /
        median(rates.bare.map(({ perSecond }) => perSecond));
      const what = act === 'move' ? 'moving the graph' : 'dragging a node';
      console.log(
        `  ${zoom}, ${what}: ours ${formatted(rates.ours)}, bare ${formatted(rates.bare)}, share ${share.toFixed(2)}`,
      );
    }
  }
}

interface Frames {
  readonly perSecond: number;
  /** Time between two frames that one in twenty is longer than, in ms. */
  readonly p95: number;
}

/** The frames that a page draws while something is done to it. */
async function framesOf(page: Page, work: (until: number) => Promise<void>): Promise<Frames> {
  await page.bringToFront();
  await page.evaluate(`{
    window.frames_ = [];
    window.counting = true;
    const look = (at) => { window.frames_.push(at); if (window.counting) requestAnimationFrame(look); };
    requestAnimationFrame(look);
  }`);
  const until = performance.now() + seconds * 1000;
  await work(until);
  if (performance.now() < until) await page.waitForTimeout(until - performance.now());
  const at = await page.evaluate<number[]>('(window.counting = false, window.frames_)');
  const gaps = at.slice(1).map((time, n) => time - at[n]!);
  return { perSecond: (gaps.length * 1000) / (at.at(-1)! - at[0]!), p95: percentile(gaps, 0.95) };
}

/** Pulls the graph by its ground, or a node near the middle, round and round. */
async function pull(page: Page, act: 'move' | 'drag', until: number): Promise<void> {
  const from = await grip(page, act);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let turn = 0; performance.now() < until; turn += 1) {
    const angle = turn / 12;
    await page.mouse.move(from.x + 120 * Math.sin(angle), from.y + 90 * (1 - Math.cos(angle)));
  }
  await page.mouse.move(from.x, from.y);
  await page.mouse.up();
}

/** A point of the ground without anything on it, or the middle of a node in view. */
async function grip(page: Page, act: 'move' | 'drag'): Promise<{ x: number; y: number }> {
  const point = await page.evaluate<{ x: number; y: number } | null>(`(() => {
    const pane = document.querySelector('.react-flow__pane').getBoundingClientRect();
    const middle = { x: pane.x + pane.width / 2, y: pane.y + pane.height / 2 };
    const near = (a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y);
    const hit = ({ x, y }) => document.elementFromPoint(x, y);
    const points = ${act === 'drag'}
      ? [...document.querySelectorAll('.react-flow__node.draggable')].map((node) => {
          const box = node.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }).filter((point) => hit(point)?.closest('.react-flow__node'))
      : Array.from({ length: 400 }, (_, n) => ({
          x: pane.x + pane.width * (0.1 + 0.04 * (n % 20)),
          y: pane.y + pane.height * (0.1 + 0.03 * Math.floor(n / 20)),
        })).filter((point) => hit(point)?.classList.contains('react-flow__pane'));
    return points.sort(near)[0] ?? null;
  })()`);
  if (point === null) throw new Error(`nothing to ${act} is in view`);
  return point;
}

async function show(page: Page, zoom: 'whole graph in view' | 'at full size'): Promise<void> {
  await page.bringToFront();
  await page.locator('.react-flow__controls-fitview').click();
  await page.waitForTimeout(600);
  if (zoom === 'whole graph in view') return;
  const scale = () =>
    page.evaluate<number>(
      `new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform).a`,
    );
  while ((await scale()) < 0.95) {
    await page.locator('.react-flow__controls-zoomin').click();
    await page.waitForTimeout(250);
  }
}

/** The editor with the workflow that was published. */
async function openEditor(browser: Browser, port: number, cookie: string): Promise<Page> {
  const origin = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ viewport });
  const [name, value] = cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/console/workflows/retail/wf_large`);
  await page.locator('.react-flow__node').first().waitFor();
  await page.waitForTimeout(2_000);
  return page;
}

/** The bare component with the same graph in the same places. */
async function openBare(browser: Browser): Promise<Page> {
  const { places } = arrange(large as never);
  const graph = {
    nodes: [...places].map(([id, position]) => ({
      id,
      position,
      data: { label: id },
      width: 200,
      height: 60,
    })),
    edges: large.edges.map(({ from, to }, n) => ({ id: `e${n}`, source: from, target: to })),
  };
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'bare-flow.jsx'), formats: ['iife'], name: 'bare' },
    },
  });
  const { output } = (
    built as unknown as { output: { fileName: string; code?: string; source?: string }[] }[]
  )[0]!;
  const script = output.find(({ code }) => code !== undefined)!.code!;
  const style = output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? '';
  const page = await (await browser.newContext({ viewport })).newPage();
  await page.setContent(
    '<!doctype html><style>html,body,#root{margin:0;height:100%}</style><div id="root"></div>',
  );
  await page.addStyleTag({ content: style });
  await page.evaluate(`window.graph = ${JSON.stringify(graph)}`);
  await page.addScriptTag({ content: script });
  await page.locator('.react-flow__node').first().waitFor();
  await page.waitForTimeout(1_000);
  return page;
}
