import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { contrastOfColours, endTransitions, successCriteria, violationsOf } from './accessibility.ts';

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
  const violations = await violationsOf(page, colorScheme === 'dark' ? contrastOfColours : successCriteria);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** What is against a page as it is, in light and in dark, of which pictures may be kept. Leaves the page light. */
export async function findingsInLightAndDark(
  page: Page,
  keepPicture?: (colorScheme: 'light' | 'dark') => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const findings = await accessibilityFindings(page, colorScheme);
    found.push(...findings.map((finding) => `${colorScheme}: ${finding}`));
    await keepPicture?.(colorScheme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

const looks = [
  ['light', 1440],
  ['dark', 768],
  ['light', 768],
  ['dark', 1440],
] as const;

/**
 * What is against a page in light and dark, at 1440 and 768 pixels: findings of WCAG, and being wider than the window.
 * Each colour is evaluated at one width; at all of them where somebody looks at the pictures. Leaves the page light, at 1440.
 * @param pictures path of the pictures without their ends, where they are to be kept
 */
export async function findingsInEachLook(page: Page, pictures?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, width] of pictures === undefined ? looks.slice(0, 2) : looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    if (pictures !== undefined) {
      await endTransitions(page);
      await page.screenshot({ path: `${pictures}-${width}-${colorScheme}.png`, fullPage: true });
    }
    const findings = await accessibilityFindings(page, colorScheme);
    found.push(...findings.map((finding) => `${colorScheme} ${width}: ${finding}`));
    const drawn = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (drawn > width) found.push(`${width}: the page is ${drawn} pixels wide`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}
