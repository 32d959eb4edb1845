import { spawnSync } from 'node:child_process';
import { tesseractInstallHint } from '../tesseract.ts';

/** Whether tesseract is installed; says so in one line where it is not, which under CI=true is an error. */
export function hasTesseract(): boolean {
  if (spawnSync('tesseract', ['--version']).status === 0) return true;
  const reason = `tesseract is not installed (${tesseractInstallHint})`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`Tests that read pictures are skipped: ${reason}\n`);
  return false;
}
