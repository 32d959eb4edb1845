import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleOpenApi } from '../console/openapi.ts';
import { flowOpenApi } from '../flow/openapi.ts';
import { brunoCollection } from './bruno.ts';
import { consolePage } from './console-page.ts';
import { errorsPage } from './errors-page.ts';
import { fileSchemas } from './file-schemas.ts';
import { nodesPage } from './nodes-page.ts';
import { gatewayOpenApi } from './openapi.ts';
import { operationsPage } from './operations-page.ts';
import { webhookPayloadsPage } from './webhook-payloads-page.ts';

/** Writes the published JSON Schemas, OpenAPI documents, the pages of reference, and the Bruno collection: `npm run docs`, from anywhere in the checkout. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const schemas = `${root}docs/schemas/`;
const openApi = `${root}docs/openapi.json`;
const hostedOpenApi = `${root}docs/hosted-openapi.json`;
const consoleOpenApiFile = `${root}docs/console-openapi.json`;

mkdirSync(schemas, { recursive: true });
for (const [name, schema] of Object.entries(fileSchemas)) write(schemas + name, schema);
write(openApi, gatewayOpenApi);
write(hostedOpenApi, flowOpenApi());
write(consoleOpenApiFile, consoleOpenApi());
writeFileSync(`${root}docs/console-routes.md`, consolePage());
writeFileSync(`${root}docs/errors.md`, errorsPage());
writeFileSync(`${root}docs/nodes.md`, nodesPage());
writeFileSync(`${root}docs/operations.md`, operationsPage());
writeFileSync(`${root}docs/webhook-payloads.md`, webhookPayloadsPage());
writeCollection(`${root}clients/bruno/`, brunoCollection());
// Laid out as the repository's check wants it.
const { status } = spawnSync(
  `${root}node_modules/.bin/biome`,
  ['format', '--write', schemas, openApi, hostedOpenApi, consoleOpenApiFile],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;

function write(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Requests that the contract has no longer are removed; `.env` and the like stay. */
function writeCollection(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const path of globSync('**/*.bru', { cwd: folder })) {
    if (files[path] === undefined) rmSync(folder + path);
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(folder + path), { recursive: true });
    writeFileSync(folder + path, content);
  }
}
