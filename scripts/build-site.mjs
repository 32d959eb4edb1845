/**
 * `npm run site`: builds the documentation as a static site in `site/dist`. Its tools have a lock file of their own, so that
 * no installation of the service or of the tests brings them. Fails on links that lead nowhere.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { hasPackages, npmCommand, prepareClone, root } from './bootstrap.mjs';

const folder = join(root, 'site');

/** Builds the site on the Node that is given. Whether that went well; what went wrong is printed. */
function buildSite(node) {
  if (!hasPackages({ development: true }, folder) && !install()) return false;
  const vitepress = join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { status, stdout, stderr } = spawnSync(node, [vitepress, 'build'], { cwd: folder, encoding: 'utf8' });
  // It warns of what the site does not use; that is of interest only when it fails.
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
  return status === 0;
}

function install() {
  process.stderr.write('Installing what site/package-lock.json names, about 100 MB in site/node_modules …\n');
  const { command, before, shell } = npmCommand();
  const commandLine = [...before, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(command, commandLine, {
    cwd: folder,
    // What npm sets for a script of the root would lead it back there.
    env: { ...process.env, npm_config_local_prefix: folder },
    stdio: ['ignore', process.stderr, process.stderr],
    shell,
  });
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = buildSite(prepareClone({ development: true }));
  if (built) process.stdout.write('The site is in site/dist; any web server can serve that folder\n');
  process.exitCode = built ? 0 : 1;
}
