/** Runs vitest on Node 24 and counts the results. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { root } from './bootstrap.mjs';

/**
 * Runs the tests that `commandLine` names, all when it is empty. Returns the exit code and the closing line,
 * which belongs at the very end of the output.
 * @param filesSideBySide much of the suite waits for servers and timers: four files end sooner also on two processors.
 * Given here it is the number of every project, so that all files are one queue. Projects that differ in it, or have one of
 * it, wait for one another.
 */
export async function runTests(node, commandLine, filesSideBySide = 4) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'));
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const slowest = join(root, 'scripts', 'slowest-files.mjs');
  const reporters = ['default', 'json', slowest].map((name) => `--reporter=${name}`);
  try {
    const code = await run(node, [
      vitest,
      'run',
      `--maxWorkers=${filesSideBySide}`,
      ...reporters,
      `--outputFile.json=${report}`,
      ...commandLine,
    ]);
    return { code, closingLine: closingLine(readReport(report), code) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `N passed, N failed, N skipped`; a file that could not run at all counts as one failed. */
export function closingLine(report, code) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const counted = (report?.numFailedTests ?? 0) + brokenFiles.length;
  // An error outside every test fails the run too.
  const failed = code === 0 ? counted : Math.max(counted, 1);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function run(node, commandLine) {
  const child = spawn(node, commandLine, { cwd: root, stdio: 'inherit', env: testEnvironment(node) });
  const passOn = (signal) => child.kill(signal);
  process.on('SIGTERM', passOn);
  // A terminal's interrupt has reached the child already; waiting lets it clean up.
  process.on('SIGINT', () => {});
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Settings of the caller must not change the tests; programs they start find Node 24 as `node`. */
function testEnvironment(node) {
  const entries = Object.entries(process.env).filter(
    ([name]) =>
      name !== 'DATABASE_URL' && (!name.startsWith('GATEHOUSE_') || name.startsWith('GATEHOUSE_TEST_')),
  );
  const environment = Object.fromEntries(entries);
  return { ...environment, PATH: `${dirname(node)}${delimiter}${environment.PATH ?? ''}` };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
