import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { contrastOfColours, successCriteria, violationsOf } from './accessibility.ts';

/** Builds the pages where they are missing or older than their sources. */
export function buildPages(): void {
  const script = fileURLToPath(new URL('../../../../scripts/build-pages.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Every screen fits as many pixels (WCAG 2.2, 1.4.10). */
const narrowest = 320;

const criteriaAndBestPractice = { ...successCriteria, values: [...successCriteria.values, 'best-practice'] };

/** A person's browser on the pages: knows what went wrong in it, and checks the accessibility of each screen. */
export class Visitor {
  readonly page: Page;
  /** What the browser complained of, and requests that went to others. */
  readonly complaints: string[] = [];
  /** One after the other: the pictures of two visitors in a folder. */
  static #opened = 0;
  readonly #number: number;
  #shots = 0;

  private constructor(page: Page, origin: string) {
    this.page = page;
    Visitor.#opened += 1;
    this.#number = Visitor.#opened;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // Refusals of the service show as failed loads; the story knows them.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.complaints.push(message.text());
      }
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(blob|data):/.test(url)) this.complaints.push(`asked ${url}`);
      if (request.headers()['referer']?.includes('linkToken')) this.complaints.push(`told ${url} the link`);
    });
  }

  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      locale: 'en-GB',
      ...options,
    });
    const visitor = new Visitor(await context.newPage(), new URL(url).origin);
    visitor.page.setDefaultTimeout(15_000);
    await visitor.page.goto(url);
    return visitor;
  }

  /** Waits for a screen and evaluates it in light and dark by WCAG 2.2 AA. */
  async arrive(title: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await this.checkScreen(String(title));
  }

  async checkScreen(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme });
      const violations = await violationsOf(
        this.page,
        colorScheme === 'dark' ? contrastOfColours : criteriaAndBestPractice,
      );
      for (const { id, nodes } of violations) {
        this.complaints.push(
          `${name}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
        );
      }
      await this.keepShot(`${name}-${colorScheme}`);
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
    const size = this.page.viewportSize()!;
    for (const width of new Set([size.width, narrowest])) {
      await this.page.setViewportSize({ ...size, width });
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      if (await this.page.evaluate(isWide)) this.complaints.push(`${name} is wider than ${width} pixels`);
    }
    await this.page.setViewportSize(size);
  }

  /** Pictures to look at, where somebody asks for them. */
  async keepShot(name: string): Promise<void> {
    const folder = process.env['GATEHOUSE_TEST_SCREENSHOTS'];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    this.#shots += 1;
    const file = `${this.#number}-${String(this.#shots).padStart(2, '0')}-${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40)}.png`;
    await this.page.screenshot({ path: `${folder}/${file}`, fullPage: true });
  }

  go(): Promise<void> {
    return this.press('Continue');
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }

  fill(label: string, text: string): Promise<void> {
    return this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Finds a choice by typing and takes it with the keyboard alone. */
  async choose(label: string, query: string, choice: string | RegExp): Promise<void> {
    const field = this.page.getByRole('combobox', { name: label });
    await field.fill(query);
    await this.page.getByRole('option', { name: choice, selected: true }).waitFor();
    await field.press('Enter');
  }

  async fillDate(group: string, [day, month, year]: readonly [string, string, string]): Promise<void> {
    const parts = this.page.getByRole('group', { name: group }).getByRole('textbox');
    const values = [day, month, year];
    for (const [index, value] of values.entries()) await parts.nth(index).fill(value);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
