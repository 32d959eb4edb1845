import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileSchemas } from './file-schemas.ts';

/** Writes the published JSON Schemas: `node packages/contract/src/schemas/generate.ts`, from anywhere. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = `${root}docs/schemas/`;

mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(fileSchemas)) {
  writeFileSync(folder + name, `${JSON.stringify(schema, null, 2)}\n`);
}
// Laid out as the repository's check wants it.
const { status } = spawnSync(`${root}node_modules/.bin/biome`, ['format', '--write', folder], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
