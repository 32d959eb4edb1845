/**
 * `npm run pictures`: makes the pictures of the documentation anew, from the same made-up bank as `npm run screenshots`, as
 * WebP in docs/pictures. Takes several minutes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startChromium } from '../../packages/server/test/support/chromium.ts';
import { documentationPictures, picturesFolder, webpOf } from './showcase/documentation.ts';

const screenshots = fileURLToPath(new URL('screenshots.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pictures-'));
const chromium = await startChromium();
try {
  const options = ['--languages', 'en', '--widths', '1440', '--light'];
  execFileSync(process.execPath, [screenshots, folder, ...Object.values(documentationPictures), ...options], {
    stdio: 'inherit',
  });
  const page = await chromium.newPage();
  for (const [file, name] of Object.entries(documentationPictures)) {
    const png = readFileSync(join(folder, `${name}-light-1440.png`)).toString('base64');
    const webp = await page.evaluate<string>(webpOf(png));
    writeFileSync(join(picturesFolder, file), Buffer.from(webp, 'base64'));
  }
} finally {
  await chromium.close();
  rmSync(folder, { recursive: true, force: true });
}
