import {
  maxLogoBytes,
  operations,
  type Phrase,
  phrase,
  placedWatchlistId,
  wordPhrases,
} from '@gatehouse/contract';
import { countryCode } from '../lib/countries.ts';
import type { FileFault, FilePath } from '../lib/yaml/file-fault.ts';
import type { LocatedFile } from '../lib/yaml/located-yaml.ts';
import { suggestName } from './suggest-name.ts';

/**
 * What the schema cannot say of a tenant file: things that must agree with each other. The checks walk the
 * raw value, so that they find their faults beside the schema's; a part of the wrong type is the schema's.
 */
export function checkAgreement(located: LocatedFile): FileFault[] {
  const faults: FileFault[] = [];
  const report: Report = (part, message) => faults.push(located.fault(part.path, message));
  const tenants = items({ value: located.value, path: [] }, 'tenants');
  refuseTwice(
    tenants.map((tenant) => member(tenant, 'id')),
    'tenant',
    report,
  );
  refuseTwice(
    tenants.flatMap((tenant) => items(tenant, 'apiKeys').map((key) => member(key, 'key'))),
    'API key',
    report,
  );
  for (const tenant of tenants) checkTenant(tenant, report);
  return faults;
}

/** A value of the file with the path to it. */
export interface Part {
  readonly value: unknown;
  readonly path: FilePath;
}

type Report = (part: Part, message: string) => void;

/**
 * Operations of the interface that a key may already name; those that are not built yet included (interface
 * specification 4).
 */
const keyOperations: readonly string[] = [
  ...new Set([
    ...Object.keys(operations),
    'sdk.launch.link.generate',
    'prepare.platform.config',
    'storage.upload.token',
  ]),
];

function checkTenant(tenant: Part, report: Report): void {
  const domains = items(tenant, 'domains');
  refuseTwice(domains, 'domain', report);
  refuseTwice(items(tenant, 'events'), 'event', report);
  refuseTwice(items(tenant, 'groups'), 'group', report);
  refuseTwice(
    items(tenant, 'webhooks').map((webhook) => member(webhook, 'id')),
    'webhook',
    report,
  );
  const providers = items(tenant, 'singleSignOn');
  refuseTwice(
    providers.map((provider) => member(provider, 'id')),
    'provider',
    report,
  );
  refuseTwice(
    providers.flatMap((provider) => items(provider, 'emailDomains')),
    'domain of addresses',
    report,
  );
  refuseTwice(items(tenant, 'watchlist').map(placedEntryId), 'watchlist entry', report);
  refuseTwice(
    items(tenant, 'users').map((user) => lowerCase(member(user, 'email'))),
    'user',
    report,
  );

  const domainNames = texts(domains);
  const requireDomain = (domain: Part) => {
    if (typeof domain.value === 'string' && domainNames.length > 0 && !domainNames.includes(domain.value)) {
      report(domain, `is not a domain of this tenant: ${suggestName(domain.value, domainNames)}`);
    }
  };
  for (const key of items(tenant, 'apiKeys')) {
    for (const domain of items(key, 'domains')) requireDomain(domain);
    for (const operation of items(key, 'operations')) checkOperation(operation, report);
  }
  checkLogo(member(member(tenant, 'branding'), 'logo'), report);
  for (const domain of items(member(tenant, 'publishing'), 'domains')) requireDomain(domain);
  for (const workflow of items(tenant, 'workflows')) requireDomain(member(workflow, 'domain'));
  for (const entry of items(tenant, 'watchlist')) {
    if (member(entry, 'domain').value !== undefined) requireDomain(member(entry, 'domain'));
    checkWatchlistEntry(entry, report);
  }
}

function checkLogo(logo: Part, report: Report): void {
  const fault = logoFault(logo.value);
  if (fault !== undefined) report(logo, wordPhrases(fault));
}

/** A logo is what it says it is, from its first bytes to its last. What is no data URL is the schema's to refuse. */
export function logoFault(logo: unknown): Phrase | undefined {
  const [, type, base64] = /^data:image\/(png|jpeg|webp);base64,(.+)$/.exec(String(logo)) ?? [];
  if (type === undefined || base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxLogoBytes)
    return phrase('rules.logoTooLarge', { bytes: bytes.length, max: maxLogoBytes });
  return pictures[type as keyof typeof pictures](bytes)
    ? undefined
    : phrase('rules.logoBroken', { type: `image/${type}` });
}

const pictures = {
  png: (bytes: Buffer) =>
    bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' &&
    bytes.subarray(12, 16).toString('latin1') === 'IHDR' &&
    bytes.subarray(-8, -4).toString('latin1') === 'IEND',
  jpeg: (bytes: Buffer) =>
    bytes.subarray(0, 3).toString('hex') === 'ffd8ff' && bytes.subarray(-2).toString('hex') === 'ffd9',
  webp: (bytes: Buffer) =>
    bytes.length > 12 &&
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
    bytes.subarray(8, 12).toString('latin1') === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 === bytes.length,
};

function checkOperation(operation: Part, report: Report): void {
  const { value } = operation;
  if (typeof value !== 'string' || value === '' || value === '*' || keyOperations.includes(value)) return;
  report(operation, `is not an operation: ${suggestName(value, ['"*"', ...keyOperations])}`);
}

/** The id by which hits name an entry. */
function placedEntryId(entry: Part): Part {
  const id = member(entry, 'id');
  const { value: domain = '' } = member(entry, 'domain');
  return typeof domain === 'string' && typeof id.value === 'string'
    ? { ...id, value: placedWatchlistId(domain, id.value) }
    : id;
}

function checkWatchlistEntry(entry: Part, report: Report): void {
  for (const country of items(entry, 'countries')) {
    if (typeof country.value !== 'string' || !/^[A-Za-z]{2,3}$/.test(country.value)) continue;
    if (countryCode(country.value) === undefined) {
      report(country, 'is not a country: must be an ISO 3166 code of two or three letters, as SG or SGP');
    }
  }
  const { value: date } = member(entry, 'dateOfBirth');
  if (typeof date === 'string' && /^\d{4}-\d{2}(-\d{2})?$/.test(date) && !isCalendarDate(date)) {
    report(member(entry, 'dateOfBirth'), 'must be a date that exists');
  }
}

/** The second and later of equal texts are faults; other values are the schema's to refuse. */
function refuseTwice(parts: readonly Part[], noun: string, report: Report): void {
  const seen = new Set<string>();
  for (const part of parts) {
    if (typeof part.value !== 'string') continue;
    if (seen.has(part.value)) report(part, `is repeated: this ${noun} is already in the file above`);
    seen.add(part.value);
  }
}

function isCalendarDate(text: string): boolean {
  const whole = text.length === 7 ? `${text}-01` : text;
  const instant = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(whole);
}

/** The member `key` of a mapping; of anything else, undefined. */
export function member(part: Part, key: string): Part {
  const { value } = part;
  const isMapping = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return {
    value: isMapping ? (value as Record<string, unknown>)[key] : undefined,
    path: [...part.path, key],
  };
}

/** The items of the list that is the member `key`; none where it is no list. */
export function items(part: Part, key: string): Part[] {
  const list = member(part, key);
  if (!Array.isArray(list.value)) return [];
  return list.value.map((value: unknown, index) => ({ value, path: [...list.path, index] }));
}

function texts(parts: readonly Part[]): string[] {
  return parts.map((part) => part.value).filter((value) => typeof value === 'string');
}

function lowerCase(part: Part): Part {
  return typeof part.value === 'string' ? { ...part, value: part.value.toLowerCase() } : part;
}
