/**
 * Identifiers: every wallet that OFAC lists is found, none of many generated valid ones is, and what a check and a look-up cost.
 *
 *     node bench/identifiers/identifiers.ts [generated addresses, default 1000000] [of them screened as names, default 20000]
 */
import { createHash } from 'node:crypto';
import process from 'node:process';
import {
  buildIndex,
  checkIdentifier,
  enginePolicies,
  listSources,
  openIndex,
  type Subject,
  screen,
} from '../../packages/matching/src/index.ts';
import { dataFile, hasData, readEntries } from '../../packages/matching/src/testing/lists.ts';

const total = Number(process.argv[2] ?? 1_000_000);
const asNames = Number(process.argv[3] ?? 20_000);
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VERSIONS = [0x00, 0x05, 0x30, 0x4c, 0x41];

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Base58 by another implementation than the one that is measured. */
function base58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

/** The same addresses each time: hashes of their numbers. Of five, four are of Base58 with a checksum, one is of Ethereum. */
function address(number: number): string {
  const hash = sha256(Buffer.from(`generated ${number}`));
  if (number % 5 === 0) return `0x${hash.subarray(0, 20).toString('hex')}`;
  const payload = Buffer.concat([Buffer.of(VERSIONS[number % VERSIONS.length]!), hash.subarray(0, 20)]);
  return base58(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Processor time of this process: on a busy machine the clock measures the others. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function microseconds(start: number, count: number): string {
  return `${(((cpuMilliseconds() - start) * 1000) / count).toFixed(2)} µs each`;
}

if (!hasData) throw new Error('the lists are not beside the checkout: see bench/README.md');
const names = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'];
const files = names.map((name) => dataFile(`lists/us-ofac-sdn/${name}`));
const { entries } = await readEntries(listSources['us-ofac-sdn']!, files);
const index = openIndex(buildIndex(entries, { source: 'us-ofac-sdn', version: '1' }));
const exact = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 50 });
const weak = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 50 });
const identifier = (value: string): Subject => ({
  name: '',
  type: 'any',
  identifiers: [{ type: 'wallet', value }],
});
const hitsOf = (subject: Subject, policy = exact) => screen([index], subject, policy).hits.length;

const listed = [
  ...new Set(
    entries.flatMap(({ identifiers }) =>
      identifiers.flatMap(({ type, value }) => (type === 'wallet' ? value : [])),
    ),
  ),
];
const ways: [string, (value: string) => Subject][] = [
  ['as an identifier alone', identifier],
  ['as the name of a person', (value) => ({ name: value, type: 'individual' })],
  ['as the name of a company', (value) => ({ name: value, type: 'corporate' })],
  ['as an id number', (value) => ({ name: 'Jane Doe', type: 'individual', identifiers: [{ value }] })],
];
for (const [way, subjectOf] of ways)
  say(
    `${listed.filter((value) => hitsOf(subjectOf(value)) > 0).length} of ${listed.length} listed wallets found ${way}`,
  );

let hits = 0;
let invalid = 0;
let checking = 0;
let screening = 0;
const batch = 10_000;
for (let from = 0; from < total; from += batch) {
  const addresses = Array.from({ length: Math.min(batch, total - from) }, (_, at) => address(from + at));
  const started = cpuMilliseconds();
  for (const value of addresses) if (checkIdentifier('wallet', value).check === 'invalid') invalid++;
  const checked = cpuMilliseconds();
  for (const value of addresses) hits += hitsOf(identifier(value), weak);
  checking += checked - started;
  screening += cpuMilliseconds() - checked;
}
say(`${total} generated addresses: ${invalid} invalid, ${hits} hits at WEAK as identifiers`);
say(
  `a check ${((checking * 1000) / total).toFixed(2)} µs, a screening of an identifier ${((screening * 1000) / total).toFixed(2)} µs`,
);
let nameHits = 0;
const namesStarted = cpuMilliseconds();
for (let at = 0; at < asNames; at++) nameHits += hitsOf({ name: address(at), type: 'any' }, weak);
say(`${asNames} of them as names: ${nameHits} hits at WEAK, ${microseconds(namesStarted, asNames)}`);

const keys = Array.from({ length: 1_000_000 }, (_, at) => `KEY${at}`);
const lookups = cpuMilliseconds();
let found = 0;
for (const key of keys) found += index.entitiesWithIdentifier(key).length;
say(`a look-up ${microseconds(lookups, keys.length)} (${found} found)`);
