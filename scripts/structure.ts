/** Prints how the server is cut and how its modules hang together, and the cycles of files of all packages. */

import { dirname } from 'node:path';
import { arrowsOf, cyclesOf, graphOf, layersOf } from './module-graph.ts';
import { readSources } from './source-imports.ts';

const sources = readSources(dirname(import.meta.dirname)).filter((source) => !source.isTest);
const server = sources.filter((source) => source.package === 'server');
const top = 'packages/server/src/';

/** A folder or a loose file at the top of the server's sources. */
function moduleOf(path: string): string {
  return path.startsWith(top) ? path.slice(top.length).split('/')[0]! : path;
}

const graph = graphOf(server, { nodeOf: moduleOf, withTypes: true });
const layers = layersOf(graph);
const sizes = new Map<string, { files: number; lines: number }>();
for (const { path, text } of server) {
  const size = sizes.get(moduleOf(path)) ?? { files: 0, lines: 0 };
  sizes.set(moduleOf(path), { files: size.files + 1, lines: size.lines + text.split('\n').length - 1 });
}
const modules = [...graph.keys()].toSorted(
  (left, right) => layers.get(left)! - layers.get(right)! || left.localeCompare(right),
);
const usedBy = (name: string): number => [...graph.values()].filter((targets) => targets.has(name)).length;
const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 1 ? String(cell).padEnd(24) : String(cell).padStart(7))).join(' ');

console.log(row('layer', 'module', 'files', 'lines', 'imports', 'used by'));
for (const name of modules) {
  const { files, lines } = sizes.get(name)!;
  console.log(row(layers.get(name)!, name, files, lines, graph.get(name)!.size, usedBy(name)));
}
const loose = modules.filter((name) => name.endsWith('.ts')).length;
console.log(`
modules          ${modules.length} (${loose} loose files)
layers           ${Math.max(...layers.values())}
arrows           ${arrowsOf(graph)}
module cycles    ${cyclesOf(graph).length}`);
for (const cycle of cyclesOf(graph)) console.log(`  ${cycle.join(' ')}`);
for (const withTypes of [false, true]) {
  const cycles = cyclesOf(graphOf(sources, { nodeOf: (path) => path, withTypes }));
  console.log(`file cycles, imports of types ${withTypes ? 'with' : 'left out'}: ${cycles.length}`);
  if (withTypes) for (const cycle of cycles) console.log(`  ${cycle.join('\n    ')}`);
}
