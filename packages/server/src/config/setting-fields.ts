import ipaddr from 'ipaddr.js';
import { countryCode } from '../lib/countries.ts';
import { readEmailAddress } from '../lib/email-address.ts';

/** How one setting is read from its text. */
export interface Field<T> {
  /** What would be right, after the words "must be". */
  readonly expected: string;
  /** A secret's value is never in a message. */
  readonly secret?: boolean;
  /** The value, or undefined when the text cannot be used. The text has no blanks around it and is not empty. */
  parse(text: string): T | undefined;
}

export const text: Field<string> = { expected: 'a text', parse: (submitted) => submitted };

export const secretText: Field<string> = {
  expected: 'a text',
  secret: true,
  parse: (submitted) => submitted,
};

export const host: Field<string> = {
  expected: 'a host name or an address to listen on, e.g. 127.0.0.1 or 0.0.0.0',
  parse: (submitted) => {
    const bare = submitted.replace(/^\[(.*)\]$/, '$1');
    return isHost(bare) ? bare : undefined;
  },
};

export const port: Field<number> = {
  expected: 'a whole number from 0 to 65535',
  parse: (submitted) => wholeNumber(submitted, 0, 65_535),
};

export const bytes: Field<number> = {
  expected: 'a number of bytes from 1 to 268435456',
  parse: (submitted) => wholeNumber(submitted, 1, 268_435_456),
};

export const timeout: Field<number> = {
  expected: 'a number of milliseconds from 100 to 60000',
  parse: (submitted) => wholeNumber(submitted, 100, 60_000),
};

export const days: Field<number> = {
  expected: 'a number of days from 0 to 36500',
  parse: (submitted) => wholeNumber(submitted, 0, 36_500),
};

/** A server node learns of each second that a replica has; less would let it use the replica now and then. */
export const lagSeconds: Field<number> = {
  expected: 'a number of seconds from 3 to 3600',
  parse: (submitted) => wholeNumber(submitted, 3, 3_600),
};
export const customers: Field<number> = {
  expected: 'a number of customers from 1 to 100000000',
  parse: (submitted) => wholeNumber(submitted, 1, 100_000_000),
};

export const share: Field<number> = {
  expected: 'a number from 0 to 1',
  parse: (submitted) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(submitted) ? Number(submitted) : undefined),
};

export const seconds: Field<number> = {
  expected: 'a number of seconds from 0 to 300',
  parse: (submitted) => wholeNumber(submitted, 0, 300),
};

export const minutes: Field<number> = {
  expected: 'a number of minutes from 5 to 1440',
  parse: (submitted) => wholeNumber(submitted, 5, 1440),
};

/** Addresses that may have a query, as those of feeds do; each is taken as it is written, without a fragment. */
export const addresses: Field<readonly string[]> = {
  expected: 'http or https addresses with blanks or commas between them',
  parse: (submitted) => {
    const list = submitted.split(/[\s,]+/).filter((entry) => entry !== '');
    const urls = list.map((entry) => (URL.canParse(entry) ? new URL(entry) : undefined));
    const right = urls.every(
      (url) =>
        url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '',
    );
    if (!right || list.length === 0 || list.length > 200) return undefined;
    return [...new Set(urls.map((url) => url!.href.replace(/#.*$/, '')))];
  },
};

/** An http(s) address without query and fragment, written without a slash at the end. */
export const address: Field<string> = {
  expected: 'an http or https address without query, e.g. https://gatehouse.example',
  parse: (submitted) => {
    const url = URL.canParse(submitted) ? new URL(submitted) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
    if (url.username !== '' || url.search !== '' || url.hash !== '') return undefined;
    return url.href.replace(/\/+$/, '');
  },
};

/** Where a clamd listens: a port, or a socket of this machine. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export const clamdAddress: Field<ClamdAddress> = {
  expected: 'a host and port, e.g. 127.0.0.1:3310, or the path of a socket, e.g. /run/clamav/clamd.ctl',
  parse: (submitted) => {
    if (submitted.startsWith('/')) return { path: submitted };
    const [, name, digits] = /^(?:\[?([^\]]+?)\]?):(\d{1,5})$/.exec(submitted) ?? [];
    const number = digits === undefined ? undefined : wholeNumber(digits, 1, 65_535);
    return name === undefined || number === undefined || !isHost(name)
      ? undefined
      : { host: name, port: number };
  },
};

export const databaseUrl: Field<string> = {
  expected: 'a PostgreSQL address, e.g. postgres://user:password@host:5432/gatehouse',
  secret: true,
  parse: (submitted) =>
    /^postgres(ql)?:\/\/./.test(submitted) && URL.canParse(submitted) ? submitted : undefined,
};

export const masterKey: Field<Uint8Array> = {
  expected: 'the base64 of 32 bytes (make one: openssl rand -base64 32)',
  secret: true,
  parse: (submitted) =>
    /^[A-Za-z0-9+/]{43}=?$/.test(submitted) ? new Uint8Array(Buffer.from(submitted, 'base64')) : undefined,
};

/** Keys that still may have to open what an earlier master key sealed. */
export const masterKeys: Field<string> = {
  expected: 'a comma list of base64 of 32 bytes each',
  secret: true,
  parse: (submitted) =>
    commaList(submitted).every((key) => masterKey.parse(key) !== undefined) ? submitted : undefined,
};

/** Statuses that already mean something else (interface specification 2.6). */
const takenStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'EXECUTING', 'SUBMITTED'];

export const cancelledStatus: Field<string> = {
  expected: 'one word of letters and _ that is no other status',
  parse: (submitted) =>
    /^[A-Za-z_]{1,64}$/.test(submitted) && !takenStatuses.includes(submitted) ? submitted : undefined,
};

/** Where a mail server listens, and how it is spoken to. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly tls: 'implicit' | 'starttls' | 'off';
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export const smtpServer: Field<SmtpServer> = {
  expected:
    'smtps://user:password@host:465, or smtp://user:password@host:587 for STARTTLS, or smtp://host:port?tls=off for a server that is spoken to in clear',
  secret: true,
  parse: (submitted) => {
    const url = URL.canParse(submitted) ? new URL(submitted) : undefined;
    if (url === undefined || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname)) return undefined;
    const server = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isImplicit = url.protocol === 'smtps:';
    const isClear = url.search === '?tls=off' && !isImplicit;
    if (!isHost(server) || url.hash !== '' || (url.search !== '' && !isClear)) return undefined;
    const user = decoded(url.username);
    const password = decoded(url.password);
    if (user === undefined || password === undefined) return undefined;
    return {
      host: server,
      port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
      tls: isImplicit ? 'implicit' : isClear ? 'off' : 'starttls',
      user: user === '' ? undefined : user,
      password: password === '' ? undefined : password,
    };
  },
};

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export interface SyslogServer {
  readonly protocol: 'tls' | 'tcp';
  readonly host: string;
  readonly port: number;
}

export const syslogServer: Field<SyslogServer> = {
  expected: 'tls://host:6514 or tcp://host:514',
  parse: (submitted) => {
    const [, protocol, host, port] =
      /^(tls|tcp):\/\/([A-Za-z0-9.-]+|\[[0-9a-f:.]+\]):(\d+)$/.exec(submitted) ?? [];
    if (host === undefined || port === undefined || Number(port) < 1 || Number(port) > 65_535)
      return undefined;
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    return { protocol: protocol as 'tls' | 'tcp', host: bare, port: Number(port) };
  },
};

export const mailAddress: Field<string> = {
  expected: 'an e-mail address, e.g. no-reply@gatehouse.example',
  parse: readEmailAddress,
};

/** Stands in a query, and is the only thing that keeps others from every code. */
export const mailboxToken: Field<string> = {
  expected: 'a text of 8 to 200 letters, digits, ., _ and - (make one: openssl rand -hex 16)',
  secret: true,
  parse: (submitted) => (/^[\w.-]{8,200}$/.test(submitted) ? submitted : undefined),
};

/** Alpha-2 codes. */
export const countries: Field<readonly string[]> = {
  expected: 'a comma list of ISO 3166 country codes, e.g. DE,AT,CH',
  parse: (submitted) => {
    const codes = commaList(submitted).map(countryCode);
    return codes.length > 0 && codes.every((code) => code !== undefined) ? codes : undefined;
  },
};

export const perDay: Field<number> = {
  expected: 'a whole number from 1 to 1000000',
  parse: (submitted) => wholeNumber(submitted, 1, 1_000_000),
};

/** Headers of a call, which may hold a key. */
export const headers: Field<Readonly<Record<string, string>>> = {
  expected: 'JSON that maps header names to texts, e.g. {"X-Api-Key":"…"}',
  secret: true,
  parse: (submitted) => {
    const value = parsedJson(submitted);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const right = Object.entries(value).every(
      ([name, text]) =>
        /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof text === 'string' && /^[\x20-\x7e]*$/.test(text),
    );
    return right ? (value as Record<string, string>) : undefined;
  },
};

export const smsTemplate: Field<object> = {
  expected:
    'a JSON object whose texts hold {to} and {text}, e.g. {"to":"{to}","from":"{from}","text":"{text}"}',
  secret: true,
  parse: (submitted) => {
    const value = parsedJson(submitted);
    if (typeof value !== 'object' || value === null) return undefined;
    return submitted.includes('{to}') && submitted.includes('{text}') ? value : undefined;
  },
};

function parsedJson(submitted: string): unknown {
  try {
    return JSON.parse(submitted);
  } catch {
    return undefined;
  }
}

/** A comma list of words, or `all`; in the order of `words`. */
export function wordsOf<const Word extends string>(words: readonly Word[]): Field<readonly Word[]> {
  return {
    expected: `all, or a comma list of ${words.join(', ')}`,
    parse: (submitted) => {
      if (submitted === 'all') return words;
      const chosen = commaList(submitted);
      const known = words.filter((word) => chosen.includes(word));
      return known.length > 0 && chosen.every((word) => known.includes(word as Word)) ? known : undefined;
    },
  };
}

/** One of some words. */
export function wordOf<const Word extends string>(words: readonly Word[]): Field<Word> {
  return {
    expected: `one of ${words.join(', ')}`,
    parse: (submitted) => words.find((word) => word === submitted),
  };
}

export const hostsOrRanges: Field<readonly string[]> = {
  expected: 'a comma list of host names, addresses or CIDRs, e.g. 127.0.0.1,10.0.0.0/8,crm.internal',
  parse: (submitted) => {
    const entries = commaList(submitted.toLowerCase());
    return entries.length > 0 && entries.every((entry) => isRange(entry) || isHost(entry))
      ? entries
      : undefined;
  },
};

/** Operations whose `apiVersion` the interface leaves open (interface specification 4.8). */
const openVersionOperations = ['prepare.platform.config', 'storage.upload.token'];

export const apiVersions: Field<Readonly<Record<string, string>>> = {
  expected: `JSON that maps ${openVersionOperations.join(' or ')} to a version, e.g. {"storage.upload.token":"1.0.0"}`,
  parse: (submitted) => {
    const value = parsedJson(submitted);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const right = Object.entries(value).every(
      ([operation, version]) =>
        openVersionOperations.includes(operation) &&
        typeof version === 'string' &&
        /^\d+\.\d+\.\d+$/.test(version),
    );
    return right ? (value as Record<string, string>) : undefined;
  },
};

export const rate: Field<{ calls: number; seconds: number }> = {
  expected: 'calls/seconds as whole numbers from 1, e.g. 600/60',
  parse: (submitted) => {
    const [calls, seconds, ...rest] = submitted
      .split('/')
      .map((part) => wholeNumber(part.trim(), 1, 1_000_000_000));
    return calls === undefined || seconds === undefined || rest.length > 0 ? undefined : { calls, seconds };
  },
};

/** Whose word about the caller's address is believed: that of a number of proxies, or of these addresses and CIDRs. */
export type TrustedProxies = number | readonly string[];

export const trustedProxies: Field<TrustedProxies> = {
  expected: 'a number of proxies from 0 to 32, or a comma list of addresses or CIDRs',
  parse: (submitted) => {
    if (/^\d+$/.test(submitted)) return wholeNumber(submitted, 0, 32);
    const ranges = commaList(submitted);
    return ranges.length > 0 && ranges.every(isRange) ? ranges : undefined;
  },
};

function wholeNumber(submitted: string, least: number, max: number): number | undefined {
  if (!/^\d{1,15}$/.test(submitted)) return undefined;
  const value = Number(submitted);
  return value >= least && value <= max ? value : undefined;
}

function commaList(submitted: string): string[] {
  return submitted
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A single address or a CIDR. */
function isRange(submitted: string): boolean {
  return ipaddr.isValidCIDR(submitted) || isAddress(submitted);
}

/** Four-part IPv4 or IPv6; the shorter old forms of IPv4 (`127.1`) are too easily read in two ways. */
function isAddress(submitted: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(submitted) || ipaddr.IPv6.isValid(submitted);
}

function isHost(submitted: string): boolean {
  if (isAddress(submitted)) return true;
  const labels = submitted.split('.');
  if (labels.every((label) => /^\d+$/.test(label))) return false;
  return (
    submitted.length <= 253 &&
    labels.every((label) => /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/.test(label))
  );
}
