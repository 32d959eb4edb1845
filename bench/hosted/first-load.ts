/**
 * What the first visit of the hosted pages costs: script and everything as it travels, the time until the greeting can be
 * used, and from its button to the first step, over a slow 4G on a processor slowed four times. Slow 4G is taken in both senses in use: as the network is (150 ms
 * there and back, 1.6 Mbit/s down, 750 kbit/s up), and as the developer tools of Chromium simulate it, who charge each
 * request with 562.5 ms for the connections that it stands for, and a tenth of the rates.
 *
 *   node bench/hosted/first-load.ts [visits]
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@gatehouse/sdk';
import type { Browser } from 'playwright-core';
import { buildPages } from '../../packages/server/test/support/browser.ts';
import { startChromium } from '../../packages/server/test/support/chromium.ts';
import { machineLine, spread } from '../rig/figures.ts';
import { startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';

const visits = Number(process.argv[2] ?? 7);
const networks = [
  { name: 'slow 4G', latency: 150, down: 1_600_000, up: 750_000 },
  { name: 'slow 4G of the developer tools', latency: 562.5, down: 1_440_000, up: 675_000 },
] as const;
const caller = { apiKey: 'ak_bench', secret: 'a-secret-of-the-benchmark', domain: 'retail' };
const tenants = {
  tenants: [
    {
      id: 'bench',
      name: 'Benchmark',
      domains: [caller.domain],
      events: ['KYC_EVENT'],
      quotas: { KYC_EVENT: 1000 },
      apiKeys: [{ key: caller.apiKey, secret: caller.secret }],
      workflows: [
        {
          domain: caller.domain,
          workflow: {
            id: 'wf_kyc',
            name: 'KYC',
            eventType: 'KYC_EVENT',
            source: 'SDK',
            nodes: [
              { id: 'about', type: 'particulars', form: 'KYC_PERSONAL' },
              { id: 'review', type: 'review-and-submit' },
              { id: 'clear', type: 'decision', outcome: 'approve' },
            ],
            edges: [
              { from: 'start', to: 'about' },
              { from: 'about', to: 'review' },
              { from: 'review', to: 'clear' },
            ],
          },
        },
      ],
    },
  ],
};

/** In the page: when the button came, and when the last long piece of work after it ended. */
const watch = `
  window.seen = { shown: 0, busyUntil: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.busyUntil = entry.startTime + entry.duration;
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector('.main-button')) window.seen.shown = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

/** In the page: presses the button, and waits for the first field. */
const press = `new Promise((resolve) => {
  const from = performance.now();
  const isThere = () => document.querySelector('main form input') !== null;
  const seen = new MutationObserver(() => isThere() && resolve(performance.now() - from));
  seen.observe(document.body, { childList: true, subtree: true });
  document.querySelector('.main-button').click();
})`;

buildPages();
console.log(machineLine());
printSizes();
const stores = await openStores('embedded');
try {
  const service = await startService(await stores.create('embedded'), { tenants });
  await untilReady(service);
  const baseUrl = `http://127.0.0.1:${service.port}/gateway`;
  const client = createClient({ baseUrl, ...caller });
  let links = 0;
  const newLink = async () => {
    links += 1;
    const customerId = `first-load-${links}`;
    const email = `${customerId}@example.test`;
    return (await client.link.generate({ email, customerId, eventType: 'KYC_EVENT' })).url;
  };
  const browser = await startChromium();
  for (const network of networks) {
    // The first starts what later ones find started.
    await visit(browser, await newLink(), network);
    const times: Visit[] = [];
    for (let turn = 0; turn < visits; turn++) times.push(await visit(browser, await newLink(), network));
    printTimes(network, times);
  }
  await browser.close();
  await service.stop();
} finally {
  await stores.stop();
}
console.log(machineLine());

function printSizes(): void {
  const assets = join(import.meta.dirname, '../../packages/hosted/dist/assets');
  for (const name of readdirSync(assets).filter((file) => /\.(js|css)$/.test(file))) {
    const bytes = (ending: string) => statSync(join(assets, name + ending)).size / 1000;
    console.log(
      `  ${name.padEnd(24)} ${bytes('').toFixed(1).padStart(6)} kB, gzip ${bytes('.gz').toFixed(1)}, brotli ${bytes('.br').toFixed(1)}`,
    );
  }
}

function printTimes(network: Network, times: readonly Visit[]): void {
  console.log(`${network.name}, ${visits} visits`);
  const formatted = (read: (one: Visit) => number, decimals: number) => spread(times.map(read), decimals);
  console.log(`  shown after ${formatted((one) => one.shown, 0)} ms`);
  console.log(`  interactive after ${formatted((one) => one.interactive, 0)} ms`);
  console.log(`  first step ${formatted((one) => one.firstStep, 0)} ms after the button`);
  console.log(`  script that travelled ${formatted((one) => one.scriptBytes / 1000, 1)} kB`);
  console.log(`  everything that travelled ${formatted((one) => one.bytes / 1000, 1)} kB`);
}

type Network = (typeof networks)[number];

interface Visit {
  /** Milliseconds until the heading of the greeting is there. */
  readonly shown: number;
  /** Until its button is there and the main thread has been free. */
  readonly interactive: number;
  /** From the press of its button until the first field is there. */
  readonly firstStep: number;
  readonly scriptBytes: number;
  /** Of everything until the greeting can be used. */
  readonly bytes: number;
}

async function visit(browser: Browser, url: string, network: Network): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: network.down / 8,
    uploadThroughput: network.up / 8,
  });
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let bytes = 0;
  protocol.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.addInitScript(watch);
  await page.goto(url);
  await page.locator('.main-button').waitFor();
  await page.waitForTimeout(500);
  const seen = (await page.evaluate('window.seen')) as { shown: number; busyUntil: number };
  const travelled = { scriptBytes, bytes };
  const firstStep = (await page.evaluate(press)) as number;
  await context.close();
  return {
    shown: seen.shown,
    interactive: Math.max(seen.shown, seen.busyUntil),
    firstStep,
    ...travelled,
  };
}
