import type { LookupAddress } from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AddressPolicy } from './egress-address.ts';
import { EgressFailure } from './egress-failure.ts';

/** Finds all addresses of a name, in the order they should be tried. */
export type AddressLookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The phases of opening a connection, in milliseconds; null for those that it did not reach. */
export interface ConnectTimings {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
}

export interface ConnectOptions {
  readonly policy: AddressPolicy;
  readonly lookup: AddressLookup;
  /** Trusted certificates in place of the system's. */
  readonly certificates?: readonly string[] | undefined;
}

/** One connection that is wanted. */
export interface ConnectTarget {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Filled in on the way, so that a failure still tells how far it came. */
  readonly timings: ConnectTimings;
}

export interface Connection {
  readonly socket: Socket;
  readonly address: string;
}

/**
 * Opens a connection to a checked address of the URL's host, with TLS for https. The name is resolved once,
 * every address is checked, only permitted ones are tried, and the one that the socket reached is checked
 * again, so that a name cannot change its meaning in between. Throws `EgressFailure`, or the signal's reason.
 */
export async function openConnection(target: ConnectTarget, options: ConnectOptions): Promise<Connection> {
  const { url, timings } = target;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await permittedAddresses(host, target, options);
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);

  const beforeConnect = performance.now();
  const socket = connectTcp({
    host,
    port,
    noDelay: true,
    // Node asks this for names only, and tries one address after the other until one answers.
    lookup: lookupOf(addresses),
  });
  await ready(socket, { event: 'connect', failureClass: 'connect', signal: target.signal });
  timings.connectMs = performance.now() - beforeConnect;
  const address = socket.remoteAddress ?? '';
  const refusal = options.policy.refusal(host, address);
  if (refusal !== undefined) {
    socket.destroy();
    throw new EgressFailure(
      'blockedAddress',
      `the connection reached ${address}, which ${refusal}; ${howToAllow}`,
    );
  }
  if (url.protocol === 'http:') return { socket, address };

  const beforeTls = performance.now();
  const secured = connectTls({
    socket,
    host,
    // A certificate for an address is checked against `host`; the extension takes names only (RFC 6066, 3).
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    ...(options.certificates && { ca: [...options.certificates] }),
  });
  await ready(secured, { event: 'secureConnect', failureClass: 'tls', signal: target.signal });
  timings.tlsMs = performance.now() - beforeTls;
  return { socket: secured, address };
}

/** Whoever reads of the refusal in the console may be the one who can lift it. */
const howToAllow = 'to allow it, name the host or address in the setting GATEHOUSE_EGRESS_ALLOW';

async function permittedAddresses(
  host: string,
  { timings, signal }: ConnectTarget,
  { policy, lookup }: ConnectOptions,
): Promise<LookupAddress[]> {
  const family = isIP(host);
  const found = family === 0 ? await resolve(host, { lookup, signal, timings }) : [{ address: host, family }];
  const evaluated = found.map((entry) => ({ entry, refusal: policy.refusal(host, entry.address) }));
  const permitted = evaluated.filter(({ refusal }) => refusal === undefined).map(({ entry }) => entry);
  if (permitted.length > 0) return permitted;
  const reasons = evaluated.map(({ entry, refusal }) => `${entry.address} ${refusal}`).join(', ');
  throw new EgressFailure('blockedAddress', `${host} may not be called: ${reasons}; ${howToAllow}`);
}

async function resolve(
  host: string,
  { lookup, signal, timings }: { lookup: AddressLookup; signal: AbortSignal; timings: ConnectTimings },
): Promise<readonly LookupAddress[]> {
  const before = performance.now();
  // The system's look-up cannot be called back; its late answer is dropped.
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const addresses = await Promise.race([lookup(host), aborted]);
    timings.dnsMs = performance.now() - before;
    if (addresses.length === 0) throw new EgressFailure('dns', `${host} has no address`);
    return addresses;
  } catch (error) {
    if (signal.aborted || error instanceof EgressFailure) throw error;
    throw new EgressFailure('dns', `${host} was not found: ${messageOf(error)}`, error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, answer) => {
    if (all === true) answer(null, [...addresses]);
    else answer(null, addresses[0]!.address, addresses[0]!.family);
  };
}

/** Waits for a socket; destroys it when it fails or the signal comes first. */
async function ready(
  socket: Socket,
  { event, failureClass, signal }: { event: string; failureClass: 'connect' | 'tls'; signal: AbortSignal },
): Promise<void> {
  const { promise, resolve: succeed, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  const fail = (error: unknown) => {
    const what = failureClass === 'tls' ? 'no trusted TLS connection' : 'no connection';
    reject(new EgressFailure(failureClass, `${what}: ${messageOf(error)}`, error));
  };
  const end = () => fail(new Error('the other side hung up'));
  socket.once(event, succeed).once('error', fail).once('close', end);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    await promise;
  } catch (error) {
    socket.on('error', () => {});
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.off(event, succeed).off('error', fail).off('close', end);
  }
}

/** Several addresses that all failed come as one error without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((each: unknown) => messageOf(each)).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
