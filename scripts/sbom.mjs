/**
 * `npm run --silent sbom > FILE` prints a bill of materials in CycloneDX 1.6: the npm packages that the server reaches at
 * run time and those that are bundled into the pages, by package-lock.json. The packages that bring Node along are optional
 * there; `-- --image` leaves them out, because the image has its own. The same lock file gives the same bytes. (`npm sbom` leaves
 * out what a workspace also has as a tool.)
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';
import { productionPlaces, readLock, runtimeDependencies } from './production-packages.mjs';

const workspaces = ['packages/server', 'packages/console', 'packages/hosted'];

/**
 * The bill of materials of a lock file's packages, for the product of the given name and version; for the image without
 * the packages that bring Node along.
 */
export function billOfMaterials(packages, { name, version, license }, { ofImage = false } = {}) {
  const nodes = ofImage ? [] : packagedNodes(packages);
  const places = productionPlaces(packages, [...workspaces, ...nodes]).filter(
    (place) => !packages[place].link,
  );
  const byReference = new Map(places.map((place) => [referenceOf(packages, place), place]));
  const product = {
    type: 'application',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    licenses: licencesOf(license),
  };
  const dependencies = [...byReference].map(([ref, place]) => ({
    ref,
    dependsOn: [
      ...new Set(runtimeDependencies(packages, place).map((of) => referenceOf(packages, of))),
    ].sort(),
  }));
  const roots = [...workspaces, ...nodes].map((place) => referenceOf(packages, place));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: product },
    components: [...byReference].map(([ref, place]) => componentOf(packages[place], place, ref)),
    dependencies: [{ ref: product['bom-ref'], dependsOn: roots.sort() }, ...dependencies],
  };
}

function packagedNodes(packages) {
  return Object.keys(packages[''].optionalDependencies ?? {}).map((of) => `node_modules/${of}`);
}

function nameOf(packages, place) {
  const entry = packages[place];
  return entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** A package by its address as others write it; links lead to what they name. */
function referenceOf(packages, place) {
  const target = packages[place].link ? packages[place].resolved : place;
  const name = nameOf(packages, target).replace(/^@/, '%40');
  return `pkg:npm/${name}@${packages[target].version}`;
}

function componentOf(entry, place, ref) {
  const isOurs = place.startsWith('packages/') && !place.includes('node_modules/');
  const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version: entry.version,
    // Those of other platforms need not be installed.
    scope: entry.optional ? 'optional' : 'required',
    ...(entry.license && { licenses: licencesOf(entry.license) }),
    ...(entry.integrity && { hashes: hashesOf(entry.integrity) }),
    ...(!isOurs && { purl: ref }),
  };
}

/** One licence by its identifier; several are an expression. */
function licencesOf(license) {
  return /[\s()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

function hashesOf(integrity) {
  return integrity.split(' ').map((hash) => {
    const [algorithm, value] = hash.split(/-(.*)/s);
    const content = Buffer.from(value, 'base64').toString('hex');
    return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content };
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const options = process.argv.slice(2);
  if (options.some((option) => option !== '--image')) {
    process.stderr.write('usage: npm run --silent sbom [-- --image] > FILE\n');
    process.exitCode = 2;
  } else {
    const product = { name: 'gatehouse', version, license };
    const bill = billOfMaterials(readLock(root), product, { ofImage: options.length > 0 });
    process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
  }
}
