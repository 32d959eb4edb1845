import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytesAt } from '../../lib/free-bytes.ts';
import { masterKeyFile } from '../../lib/master-key.ts';
import { findOpenFolders, findWritableByOthers } from '../../lib/private-files.ts';
import { describeUnwritable, nearestFolder } from '../../lib/writable-directory.ts';
import { socketName } from '../admin-api/admin-socket.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const directory = findingsOf('data directory');

const mebibyte = 2 ** 20;
/** Below the first nothing works for long; below the second somebody should make room. */
const minFreeBytes = 128 * mebibyte;
const comfortableFreeBytes = 1024 * mebibyte;

/** Whether the data directory can be used, has room, and keeps its secrets to its owner. */
export async function checkDataDirectory(dataDir: string): Promise<Finding[]> {
  const folder = await nearestFolder(dataDir);
  const findings: Finding[] = [];
  const unwritable = await describeUnwritable(dataDir);
  if (unwritable !== undefined) findings.push(directory.broken(unwritable));
  findings.push(...(await checkFreeSpace(folder)));
  for (const name of [masterKeyFile, 'demo.env', socketName]) {
    findings.push(...(await checkSecrecy(join(dataDir, name))));
  }
  findings.push(...checkOthers(dataDir));
  if (findings.length === 0) {
    const state =
      folder === dataDir
        ? 'is writable and has free space'
        : 'does not exist yet; the first start creates it';
    findings.push(directory.ok(`${dataDir} ${state}`));
  }
  return findings;
}

/** Whether other users of this machine can read the store, or put another in its place. */
function checkOthers(dataDir: string): Finding[] {
  const open = findOpenFolders(dataDir).map((path) =>
    directory.broken(
      `${path} is accessible to other users; start the service, which restricts it, or chmod 700 it`,
    ),
  );
  const writable = findWritableByOthers(dataDir);
  if (writable === undefined) return open;
  const { path, mode } = writable;
  return [
    ...open,
    directory.warning(
      `${path} is writable for other users (mode ${mode}), who can then replace the store; chmod go-w it unless nobody else uses this machine`,
    ),
  ];
}

async function checkFreeSpace(folder: string): Promise<Finding[]> {
  const free = await freeBytesAt(folder);
  if (free >= comfortableFreeBytes) return [];
  const text = `${Math.floor(free / mebibyte)} MiB free on the disk of ${folder}; free some space`;
  return [free < minFreeBytes ? directory.broken(text) : directory.warning(text)];
}

/** A master key that others could read stops the start; the rest is as bad, but found by nobody else. */
async function checkSecrecy(path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || process.platform === 'win32' || (found.mode & 0o077) === 0) return [];
  const mode = (found.mode & 0o777).toString(8);
  return [
    directory.broken(
      `${path} is accessible to other users (mode ${mode}); chmod 600 it and renew the secrets in it`,
    ),
  ];
}
