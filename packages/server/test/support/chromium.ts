import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The browser without the parts of a window, which took a quarter of the stories' time. */
const executablePath = '/usr/bin/chromium-headless-shell';
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether Debian's Chromium without a window is installed; says so in one line where it is not, which under CI=true is an error. */
export function hasChromium(): boolean {
  if (existsSync(executablePath)) return true;
  const reason = 'Chromium is not installed: apt-get install chromium-headless-shell';
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`Tests in a browser are skipped: ${reason}\n`);
  return false;
}

export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

/**
 * What WCAG 2.2 AA has against a page as it is, one line for each finding. In the dark only colours are evaluated: all
 * else is that of the same page in the light, which a story evaluates as well.
 */
export async function accessibilityFindings(
  page: Page,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // No page of the console has a frame; without them no page of its own gathers the results, which took most of the time.
    .setLegacyMode();
  if (colorScheme === 'dark') axe.withRules(['color-contrast']);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
