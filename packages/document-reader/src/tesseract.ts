import { text } from 'node:stream/consumers';
import { spawnWithLimits } from './limited-process.ts';

/** What to tell the operator. */
export const tesseractInstallHint = 'install it with: apt-get install tesseract-ocr tesseract-ocr-eng';

const bounds = { memoryMegabytes: 600, cpuSeconds: 60 };

/** The version of tesseract; null where it, or the data that reads Latin letters, is not installed. */
export async function tesseractVersion(command: string): Promise<string | null> {
  const [version, languages] = await Promise.all([ask(command, '--version'), ask(command, '--list-langs')]);
  const [, number] = /^tesseract v?(\S+)/m.exec(version) ?? [];
  return number !== undefined && /^eng$/m.test(languages) ? number : null;
}

async function ask(command: string, question: string): Promise<string> {
  const child = spawnWithLimits([command, question], bounds, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const answer = await text(child.stdout!);
  await ended;
  return answer;
}

/**
 * One run over one picture (PNG or PNM), which goes in and comes out through pipes: nothing is written to disk. Past
 * `maxMs` it is ended and has read nothing: pictures of grain or grass have no end of specks that could be letters.
 */
export async function runTesseract(
  command: string,
  picture: Uint8Array,
  settings: readonly string[],
  maxMs?: number,
): Promise<string> {
  const child = spawnWithLimits([command, 'stdin', 'stdout', '-l', 'eng', ...settings], bounds, {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Its exit code says whether it ended before it read everything.
  child.stdin!.on('error', () => undefined);
  child.stdin!.end(picture);
  let isLate = false;
  const end = () => {
    isLate = true;
    child.kill('SIGKILL');
  };
  const timer = maxMs === undefined ? undefined : setTimeout(end, maxMs);
  const [output, complaint, code] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
  clearTimeout(timer);
  if (code === 0) return output;
  if (isLate) return '';
  throw new Error(`tesseract ended with ${code}: ${complaint.trim().slice(0, 500)}`);
}
