/** Takes the pictures: every page in every look, several pages at a time. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { HostedPicture } from './hosted.ts';
import type { Picture, Shown, Texts } from './pages.ts';

export interface Look {
  readonly language: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** Heights of the windows by their widths; of wide ones what is seen first is taken, of the others the whole page. */
export const heights: Readonly<Record<number, number>> = { 1440: 900, 768: 1024, 360: 740 };

const pagesAtOnce = 3;

interface Studio {
  readonly chromium: Browser;
  /** Address of the console, and cookies of who looks at it. */
  readonly consoleUrl: string;
  readonly cookieOf: (name: string) => string;
  readonly texts: ReadonlyMap<string, Texts>;
  readonly folder: string;
}

interface Visit {
  readonly url: string;
  readonly by: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

interface Wanted {
  readonly pages: readonly Picture[];
  readonly hosted: readonly HostedPicture[];
  readonly shown: Shown;
}

/** Returns how many were taken, and a line for each that could not be. */
export async function takePictures(studio: Studio, looks: readonly Look[], { pages, hosted, shown }: Wanted) {
  const failed: string[] = [];
  let taken = 0;
  for (const look of looks) {
    const browsers = new Browsers(studio, look);
    const work = [
      ...pages.map((picture) => ({ name: picture.name, take: () => browsers.takeConsole(picture, shown) })),
      ...hosted.map((picture) => ({ name: picture.name, take: () => browsers.takeHosted(picture) })),
    ];
    const takeNext = async () => {
      for (let next = work.shift(); next !== undefined; next = work.shift()) {
        try {
          await next.take();
          taken += 1;
        } catch (error) {
          const why = String(error).split('\n', 2).join(' ');
          failed.push(`${next.name}, ${look.language}, ${look.colorScheme}, ${look.width}: ${why}`);
        }
      }
    };
    await Promise.all(Array.from({ length: pagesAtOnce }, takeNext));
    await browsers.close();
  }
  return { taken, failed };
}

/** The browsers of a look, one for each person: what one page fetched, the next one has. */
class Browsers {
  readonly #studio: Studio;
  readonly #look: Look;
  readonly #contexts = new Map<string, Promise<BrowserContext>>();

  constructor(studio: Studio, look: Look) {
    this.#studio = studio;
    this.#look = look;
  }

  async takeConsole({ name, path, by = 'boss', prepare }: Picture, shown: Shown): Promise<void> {
    const { consoleUrl, texts } = this.#studio;
    await this.#take(name, {
      url: `${consoleUrl}/${path(shown)}`,
      by: by ?? 'nobody',
      ...(prepare && { prepare: (page: Page) => prepare(page, texts.get(this.#look.language)!) }),
    });
  }

  takeHosted({ name, url, prepare }: HostedPicture): Promise<void> {
    const { language } = this.#look;
    return this.#take(name, {
      url,
      by: 'nobody',
      prepare: async (page) => {
        await speak(page, language);
        await prepare?.(page);
      },
    });
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) await (await context).close();
  }

  async #take(name: string, { url, by, prepare }: Visit): Promise<void> {
    const page = await (await this.#contextOf(by)).newPage();
    try {
      page.setDefaultTimeout(20_000);
      await page.goto(url);
      await page.getByRole('main').waitFor();
      await settle(page);
      if (prepare) {
        await prepare(page);
        await settle(page);
      }
      await this.#keep(page, name);
    } finally {
      await page.close();
    }
  }

  #contextOf(by: string): Promise<BrowserContext> {
    const known = this.#contexts.get(by) ?? this.#open(by);
    this.#contexts.set(by, known);
    return known;
  }

  async #open(by: string): Promise<BrowserContext> {
    const { chromium, consoleUrl, cookieOf } = this.#studio;
    const { language, colorScheme, width } = this.#look;
    const context = await chromium.newContext({
      colorScheme,
      viewport: { width, height: heights[width]! },
      reducedMotion: 'reduce',
      locale: language === 'en' ? 'en-GB' : language,
    });
    if (by !== 'nobody') {
      const [name, value] = cookieOf(by).split('=') as [string, string];
      await context.addCookies([{ name, value, url: consoleUrl }]);
    }
    await context.addInitScript((chosen) => {
      localStorage.setItem('gatehouse.domain', 'retail');
      localStorage.setItem('gatehouse.language', chosen);
    }, language);
    return context;
  }

  async #keep(page: Page, name: string): Promise<void> {
    const { language, colorScheme, width } = this.#look;
    const prefix = language === 'en' ? name : `${name}-${language}`;
    const path = join(this.#studio.folder, `${prefix}-${colorScheme}-${width}.png`);
    // A dialog lies over the window, not over the page.
    const isDialog = (await page.getByRole('dialog').count()) > 0;
    await page.screenshot({ path, fullPage: width !== 1440 && !isDialog });
  }
}

/** A verification has the language in which it began, or that of the look before. */
async function speak(page: Page, language: string): Promise<void> {
  const menu = page.locator('.language-menu select');
  if ((await menu.count()) === 0 || (await menu.inputValue()) === language) return;
  await menu.selectOption(language);
  await page.locator(`html[lang=${language}]`).waitFor();
}

/** Charts are loaded by themselves, and hold their place empty. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const unfinished = page.locator('[role=status].gh-skeleton, .mantine-Loader-root, [aria-busy=true]');
  while ((await unfinished.count()) > 0) await unfinished.first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
}
