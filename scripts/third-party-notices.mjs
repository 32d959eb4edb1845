/**
 * The licences of the packages of others that a production tree holds, as one text: name, version, licence and what
 * the package itself says of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const noticeFile = /^(licen[sc]e|copying|notice|copyright)([._-].*)?$/i;

/** The notices of the packages at the given places below `folder`, such as `node_modules/zod`, in their order. */
export function thirdPartyNotices(folder, places) {
  const head =
    'Gatehouse includes the packages below. Each is under its own licence, which follows its name.\n' +
    'Gatehouse itself is under the Apache License 2.0, see LICENSE.\n';
  return [head, ...places.map((place) => notice(join(folder, place)))].join(`\n${'='.repeat(80)}\n\n`);
}

function notice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence in its package.json`);
  const texts = readdirSync(folder)
    .filter((file) => noticeFile.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const by = typeof author === 'string' ? author : author?.name;
  // Some packages ship no text: their licence is then known by its identifier, and its holder by their manifest.
  if (texts.length === 0) texts.push(by === undefined ? license : `${license}, by ${by}`);
  return `${name} ${version}\nLicence: ${license}\n\n${texts.join('\n\n')}\n`;
}
