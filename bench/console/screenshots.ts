/**
 * Pictures of every page of the console and of the hosted pages, to be looked at by somebody who did not build them: in
 * light and dark, 1440, 768 and 360 pixels wide, in English, and in light in the other languages, of which Arabic is taken
 * unless others are asked for. They are taken of a made-up bank that worked for four weeks.
 *
 *   node bench/console/screenshots.ts [folder] [part of a name…] [--languages en,ar] [--widths 1440,360] [--light]
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildPages } from '../../packages/server/test/support/browser.ts';
import { startChromium } from '../../packages/server/test/support/chromium.ts';
import { signIn } from '../../packages/server/test/support/console.ts';
import { startReceiver } from '../../packages/server/test/support/receiver.ts';
import { theBank, theOperator } from './showcase/bank.ts';
import { heights, type Look, takePictures } from './showcase/camera.ts';
import { HostedPeople } from './showcase/hosted.ts';
import { moveTo } from './showcase/moved-time.ts';
import { picturedPages, type Texts } from './showcase/pages.ts';
import { routerPaths } from './showcase/router-paths.ts';
import { startShownService } from './showcase/service.ts';
import { whatIsShown } from './showcase/shown.ts';
import { Weeks } from './showcase/weeks.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string', default: 'en,ar' },
    widths: { type: 'string', default: Object.keys(heights).join() },
    light: { type: 'boolean', default: false },
  },
});
const [folder = 'data/screenshots', ...parts] = positionals;
const languages = values.languages.split(',');
const looks = languages.flatMap((language): Look[] => {
  const schemes = language === 'en' && !values.light ? (['light', 'dark'] as const) : (['light'] as const);
  return schemes.flatMap((colorScheme) =>
    values.widths.split(',').map((width) => ({ language, colorScheme, width: Number(width) })),
  );
});
const isWanted = ({ name }: { readonly name: string }) =>
  parts.length === 0 || parts.some((part) => name.includes(part));

const missing = routerPaths().filter((path) => picturedPages[path] === undefined);
if (missing.length > 0) throw new Error(`no picture of ${missing.join(', ')}: see showcase/pages.ts`);
for (const { width } of looks) if (heights[width] === undefined) throw new Error(`no height for ${width}`);

buildPages();
mkdirSync(folder, { recursive: true });
const from = performance.now();
const tell = (what: string) => console.log(`${Math.round((performance.now() - from) / 1000)} s: ${what}`);

moveTo(28);
const receiver = await startReceiver();
// Three of the first decisions are not taken: a hook is sent once.
const failing = { status: 503, body: { error: 'maintenance' } };
receiver.answer('/decisions', { status: 200 }, failing, { status: 200 }, failing, failing, { status: 200 });
const bank = theBank(receiver.url);
const operator = theOperator();
const service = await startShownService([bank, operator]);
const chromium = await startChromium();
try {
  const weeks = new Weeks(service, bank);
  await weeks.pass();
  tell('four weeks have passed');
  const people = new HostedPeople(service.app, weeks);
  const documentsCase = await people.documentsCase();
  const shown = await whatIsShown(service.app, bank, { weeks, documentsCase });
  const hosted =
    parts.length === 0 || parts.some((part) => 'hosted-'.includes(part) || part.startsWith('hosted'))
      ? await people.pictures()
      : [];
  const names = new Set(
    Object.values(picturedPages)
      .flat()
      .map(({ by = 'boss' }) => by),
  );
  const cookies = new Map<string, string>();
  for (const name of names) {
    if (name === null) continue;
    const { cookie } = await signIn(service, name === 'olaf' ? operator : bank, name);
    cookies.set(name, cookie!);
  }
  tell('everything is there to be taken');
  const texts = new Map<string, Texts>();
  for (const language of languages) {
    const file = `../../packages/console/src/messages/${language}/index.ts`;
    texts.set(language, ((await import(file)) as { readonly texts: Texts }).texts);
  }
  const { taken, failed } = await takePictures(
    { chromium, consoleUrl: service.app.consoleUrl, cookieOf: (name) => cookies.get(name)!, texts, folder },
    looks,
    {
      pages: Object.values(picturedPages).flat().filter(isWanted),
      hosted: hosted.filter(isWanted),
      shown,
    },
  );
  tell(`${taken} pictures in ${folder}`);
  for (const line of failed) console.error(`not taken: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
} finally {
  await chromium.close();
  await service.stop();
  await receiver.stop();
}
