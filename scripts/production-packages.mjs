/**
 * What a workspace needs at run time, read from package-lock.json: the base of production trees, notices and bills of
 * materials. Plain JavaScript for Node 20 and newer without dependencies.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that a lock file names: by their places, such as `node_modules/zod` or `packages/server`. */
export function readLock(folder) {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
}

/**
 * The places of all packages that the workspaces reach at run time, the workspaces included, sorted. A place that an
 * optional dependency of another platform would have is among them; whether it is installed is for the caller to see.
 */
export function productionPlaces(packages, workspaces) {
  const found = new Set();
  const open = [...workspaces];
  while (open.length > 0) {
    const place = open.pop();
    if (found.has(place)) continue;
    const entry = packages[place];
    if (entry === undefined) throw new Error(`package-lock.json has no entry for ${place}`);
    found.add(place);
    if (entry.link) open.push(entry.resolved);
    open.push(...runtimeDependencies(packages, place));
  }
  // By their code units, the same everywhere.
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** The places of what one package needs at run time; an optional one that the lock file lacks is left out. */
export function runtimeDependencies(packages, place) {
  const entry = packages[place];
  const optionalPeers = Object.entries(entry.peerDependenciesMeta ?? {})
    .filter(([, { optional }]) => optional)
    .map(([name]) => name);
  const optional = new Set([...Object.keys(entry.optionalDependencies ?? {}), ...optionalPeers]);
  const names = new Set(
    [entry.dependencies, entry.optionalDependencies, entry.peerDependencies].flatMap((of) =>
      Object.keys(of ?? {}),
    ),
  );
  return [...names].flatMap((name) => {
    // A peer that may be missing is not what asks for its installation.
    if (optionalPeers.includes(name) && entry.dependencies?.[name] === undefined) return [];
    const target = resolvePlace(packages, place, name);
    if (target !== undefined) return [target];
    if (optional.has(name)) return [];
    throw new Error(`package-lock.json has no entry for ${name}, which ${place} needs`);
  });
}

/** Where a package at `place` finds `name`: in its own folder or one above, as Node looks for it. */
function resolvePlace(packages, place, name) {
  for (let folder = place; ; folder = parentOf(folder)) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}

function parentOf(folder) {
  const cut = folder.lastIndexOf('/node_modules/');
  if (cut >= 0) return folder.slice(0, cut);
  return '';
}
