import { createHash } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Egress, EgressHead } from '../../lib/egress.ts';
import { sha256OfFile } from '../../lib/file-hash.ts';

/** What the publisher said of a file that was fetched whole, for the next conditional request. */
const fileStateSchema = z.object({
  name: z.string(),
  /** Where it was fetched, as `rememberedAddress` has it. */
  url: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  size: z.number().int(),
  sha256: z.string(),
});
export type FileState = z.infer<typeof fileStateSchema>;

export interface FetchOrder {
  readonly name: string;
  readonly url: string;
  /** Where the file goes; `<path>.part` holds what has come of it, also over a restart. */
  readonly path: string;
  /** Asks only for what is newer than this. */
  readonly known?: FileState | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly maxBytes: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes that are there and, where it is known, how many there will be. */
  readonly onProgress?: ((bytes: number, total: number | undefined) => void) | undefined;
}

export type FetchOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'fetched'; readonly state: FileState }
  | {
      readonly kind: 'failed';
      /** For people. */
      readonly message: string;
      /** Whether it may go well the next time. */
      readonly isTransient: boolean;
      /** What the publisher asks to wait. */
      readonly retryAfterMs?: number | undefined;
    };

/** Publishers redirect once, to a store of files; more than a few lead nowhere. */
const maxRedirects = 5;
/** A server that sends nothing for so long has hung up without saying so. */
const idleMs = 60_000;
/** Longest wait that a publisher may ask for within one check. */
const maxRetryAfterMs = 120_000;

const redirects = new Set([301, 302, 303, 307, 308]);
const transient = new Set([408, 425, 429]);

/**
 * Fetches one file, or finds it unchanged, with the protection of every outgoing call. What broke off continues where
 * it ended (Range) if the publisher says by If-Range that the file is still the same one.
 * Everything that can go wrong out there is a value; it throws what the disk refuses, and the signal's reason.
 */
export async function fetchFile(egress: Egress, order: FetchOrder): Promise<FetchOutcome> {
  const started = await readPart(order);
  const conditions = started === undefined ? conditionsOf(order.known) : rangeOf(started);
  let url = order.url;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const own = new URL(url).origin === new URL(order.url).origin ? order.headers : [];
    const answer = await egress.stream(
      {
        method: 'GET',
        url,
        headers: [['User-Agent', 'Gatehouse'], ['Accept', '*/*'], ...own, ...conditions],
        body: undefined,
        isIdempotent: true,
        deadlineMs: order.deadlineMs,
        idleMs,
        signal: order.signal,
      },
      (head, body) => take(order, started, { head, body }),
    );
    if (answer.kind === 'failure') {
      const isTransient = answer.class !== 'blockedAddress' && answer.class !== 'badRequest';
      return { kind: 'failed', message: `${withoutQuery(order.url)}: ${answer.message}`, isTransient };
    }
    if (answer.taken !== 'redirected') return answer.taken;
    const next = redirectTarget(url, answer.headers.get('location'));
    if (next === undefined) {
      const message = `${withoutQuery(order.url)}: it redirects to what is not followed`;
      return { kind: 'failed', message, isTransient: false };
    }
    url = next;
  }
  return {
    kind: 'failed',
    message: `${withoutQuery(order.url)}: it leads from one address to the next`,
    isTransient: false,
  };
}

/** An address as messages and records name it: what follows the `?` may be a key. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** An address to compare with another one, without what may be a key. */
export function rememberedAddress(url: string): string {
  const shown = withoutQuery(url);
  if (shown === url) return url;
  return `${shown}?sha256=${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
}

/** Never from https to http: the list could be anybody's then. */
function redirectTarget(from: string, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  const isSafe = target.protocol === 'https:' || (target.protocol === 'http:' && from.startsWith('http:'));
  return isSafe ? target.href : undefined;
}

interface Answer {
  readonly head: EgressHead;
  readonly body: AsyncIterable<Buffer>;
}

async function take(
  order: FetchOrder,
  started: Part | undefined,
  { head, body }: Answer,
): Promise<FetchOutcome | 'redirected'> {
  const { status } = head;
  if (redirects.has(status)) return 'redirected';
  if (status === 304) {
    // Some publishers use caches that say so to whoever asks without a condition.
    if (started === undefined && conditionsOf(order.known).length > 0) return { kind: 'unchanged' };
    await removePart(order.path);
    return failed(order, 'it answered 304 and was not asked whether it changed', true);
  }
  if (status === 206 && started !== undefined) {
    if (continues(head, started)) return receive(order, { head, body, started });
    await removePart(order.path);
    return failed(order, 'it went on with another file than it had begun', true);
  }
  if (status === 200) return receive(order, { head, body, started: undefined });
  if (status === 416) await removePart(order.path);
  const isTransient = status >= 500 || transient.has(status) || status === 416;
  return { ...failed(order, `it answered ${status}`, isTransient), retryAfterMs: retryAfter(head) };
}

function failed(order: FetchOrder, what: string, isTransient: boolean) {
  return { kind: 'failed', message: `${withoutQuery(order.url)}: ${what}`, isTransient } as const;
}

async function receive(
  order: FetchOrder,
  { head, body, started }: Answer & { readonly started: Part | undefined },
): Promise<FetchOutcome> {
  const part = `${order.path}.part`;
  const rest = isPlain(head) ? wholeNumber(head.headers.get('content-length')) : undefined;
  const coming = rest === undefined ? undefined : rest + (started?.size ?? 0);
  // A publisher may send less of a file than it was asked for: the whole of it is what counts.
  const total = (started === undefined ? undefined : wholeOf(head)) ?? coming;
  if (total !== undefined && total > order.maxBytes) return tooLarge(order);
  const validators = validatorsOf(head);
  if (started === undefined) await addNote(order, isPlain(head) ? validators : {});
  let size = started?.size ?? 0;
  const file = await open(part, started === undefined ? 'w' : 'a');
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > order.maxBytes) return await removePart(order.path).then(() => tooLarge(order));
      await file.writeFile(piece);
      order.onProgress?.(size, total);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (total !== undefined && size !== total) {
    return failed(order, `${size} of ${total} bytes came`, true);
  }
  const sha256 = await sha256OfFile(part);
  await rename(part, order.path);
  await removePart(order.path);
  const { name } = order;
  const url = rememberedAddress(order.url);
  return { kind: 'fetched', state: { name, url, ...validators, size, sha256 } };
}

function tooLarge(order: FetchOrder) {
  return failed(order, `it is larger than maxBytes (${order.maxBytes})`, false);
}

/** What has come of a file so far, and by what the publisher can tell that it is still the same one. */
interface Part {
  readonly size: number;
  /** A strong ETag, or the time of the last change (RFC 9110, 13.1.5). */
  readonly validator: string;
}

const noteSchema = z.object({
  url: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});

const notePath = (path: string) => `${path}.part.json`;

async function readPart(order: FetchOrder): Promise<Part | undefined> {
  const found = await stat(`${order.path}.part`).catch(() => undefined);
  const text = await readFile(notePath(order.path), 'utf8').catch(() => '{}');
  const note = noteSchema.safeParse(jsonOf(text));
  if (
    found === undefined ||
    found.size === 0 ||
    !note.success ||
    note.data.url !== rememberedAddress(order.url)
  )
    return undefined;
  const { etag, lastModified } = note.data;
  const validator = etag !== undefined && !etag.startsWith('W/') ? etag : lastModified;
  return validator === undefined ? undefined : { size: found.size, validator };
}

async function addNote(order: FetchOrder, validators: ReturnType<typeof validatorsOf>): Promise<void> {
  await writeFile(notePath(order.path), JSON.stringify({ url: rememberedAddress(order.url), ...validators }));
}

async function removePart(path: string): Promise<void> {
  await rm(`${path}.part`, { force: true });
  await rm(notePath(path), { force: true });
}

function rangeOf({ size, validator }: Part): [string, string][] {
  return [
    ['Range', `bytes=${size}-`],
    ['If-Range', validator],
  ];
}

function conditionsOf(known: FileState | undefined): [string, string][] {
  return [
    ...(known?.etag === undefined ? [] : ([['If-None-Match', known.etag]] as [string, string][])),
    ...(known?.lastModified === undefined
      ? []
      : ([['If-Modified-Since', known.lastModified]] as [string, string][])),
  ];
}

/** Whether a 206 continues exactly behind what is there, of the file that was begun. */
function continues({ headers }: EgressHead, started: Part): boolean {
  const from = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '')?.[1];
  const etag = headers.get('etag');
  const isSame = etag === undefined || !started.validator.startsWith('"') || etag === started.validator;
  return Number(from) === started.size && isSame && isPlain({ headers });
}

/** What is packed on its way counts its bytes otherwise than the file that lies here. */
function isPlain({ headers }: Pick<EgressHead, 'headers'>): boolean {
  return (headers.get('content-encoding') ?? 'identity') === 'identity';
}

/** Bytes of the whole file, as the head of a part of it tells. */
function wholeOf({ headers }: EgressHead): number | undefined {
  return wholeNumber(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]);
}

function validatorsOf({ headers }: EgressHead) {
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

function retryAfter({ headers }: EgressHead): number | undefined {
  const seconds = wholeNumber(headers.get('retry-after'));
  return seconds === undefined ? undefined : Math.min(seconds * 1000, maxRetryAfterMs);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
