/**
 * What a release would publish: `node scripts/release-dry-run.mjs [TAG]` builds and packs each package of the product,
 * checks that they belong together, lets npm say what it would send, and sends nothing. Ends with 1 at the first fault.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root, runOnRequiredNode } from './bootstrap.mjs';
import { buildPackage, published } from './build-package.mjs';

/** Why packages of these versions, by name, are no release under this tag; undefined when they are. */
export function releaseFault(versions, tag) {
  const [[first, version]] = Object.entries(versions);
  const other = Object.entries(versions).find(([, each]) => each !== version);
  if (other !== undefined)
    return `${other[0]} has version ${other[1]}, and ${first} ${version}: they are released together`;
  if (tag !== undefined && tag !== `v${version}`)
    return `the tag is ${tag}, and the packages have version ${version}`;
  return undefined;
}

/** Builds and packs one package below a folder. Returns what npm would publish. */
export async function dryRun(name, folder) {
  const built = join(folder, name);
  await buildPackage(name, built);
  const options = ['--json', '--ignore-scripts'];
  const packed = execFileSync('npm', ['pack', ...options, '--pack-destination', folder], npmIn(built));
  const file = join(folder, JSON.parse(packed)[0].filename);
  // npm looks at its registry even here; none is needed to say what would be sent.
  const unreachable = ['--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0'];
  const said = execFileSync(
    'npm',
    ['publish', '--dry-run', '--access', 'public', ...options, ...unreachable, file],
    npmIn(built),
  );
  const answer = JSON.parse(said);
  const { id, size, entryCount } = answer.id === undefined ? Object.values(answer)[0] : answer;
  const sha512 = createHash('sha512').update(readFileSync(file)).digest('hex');
  return { id, file: basename(file), size, entryCount, sha512 };
}

function npmIn(cwd) {
  return { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 };
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).version;
}

async function main([tag]) {
  const fault = releaseFault(Object.fromEntries(published.map((name) => [name, versionOf(name)])), tag);
  if (fault !== undefined) {
    process.stderr.write(`${fault}\n`);
    process.exitCode = 1;
    return;
  }
  await runOnRequiredNode(packAll);
}

async function packAll() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  try {
    for (const name of published) {
      const { id, file, size, entryCount, sha512 } = await dryRun(name, folder);
      process.stdout.write(
        `would publish ${id}: ${file}, ${size} bytes, ${entryCount} files\n  sha512 ${sha512}\n`,
      );
    }
    process.stdout.write('Nothing was published.\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
