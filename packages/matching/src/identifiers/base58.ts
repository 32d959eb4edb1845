/** Addresses in Base58: what their bytes say of the chain, and whether their checksum is right. */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xmr, base58xrp } from '@scure/base';

const CHECKSUM_BYTES = 4;

/** Version bytes of addresses whose checksum is a double SHA-256, in hexadecimal, and the chains that use them. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  '00': ['XBT', 'BCH', 'BSV'],
  '05': ['XBT', 'BCH', 'BSV', 'LTC'],
  '30': ['LTC'],
  '32': ['LTC'],
  '4c': ['DASH'],
  '10': ['DASH'],
  '1cb8': ['ZEC'],
  '1cbd': ['ZEC'],
  '26': ['BTG'],
  '17': ['BTG'],
  '1e': ['XVG', 'DOGE'],
  '21': ['XVG'],
  '16': ['DOGE'],
  '41': ['TRX'],
};
/** Bytes of an address behind its version: a hash of 160 bits. */
const HASH_BYTES = 20;
/** Bytes of a public key that is itself the address. */
const PUBLIC_KEY_BYTES = 32;

/** What the bytes of an address say. */
export interface Base58Address {
  /** Chains on which it exists; empty for a version that is not known. */
  chains: readonly string[];
  /** Undefined where addresses of this form have no checksum. */
  isRight: boolean | undefined;
}

type Decoder = { decode: (text: string) => Uint8Array };

function bytesOf(coder: Decoder, text: string): Uint8Array | undefined {
  try {
    return coder.decode(text);
  } catch {
    return undefined;
  }
}

function endsWithHash(bytes: Uint8Array, hash: Uint8Array): boolean {
  const from = bytes.length - CHECKSUM_BYTES;
  for (let at = 0; at < CHECKSUM_BYTES; at++) if (bytes[from + at] !== hash[at]) return false;
  return true;
}

function hasDoubleSha(bytes: Uint8Array): boolean {
  return endsWithHash(bytes, sha256(sha256(bytes.subarray(0, -CHECKSUM_BYTES))));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ripple's addresses begin with `r` and have an alphabet of their own. */
function rippleAddress(text: string): Base58Address | undefined {
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return undefined;
  const bytes = bytesOf(base58xrp, text);
  if (bytes?.length !== 1 + HASH_BYTES + CHECKSUM_BYTES) return undefined;
  return { chains: ['XRP'], isRight: hasDoubleSha(bytes) };
}

/** Monero's addresses are longer, and hashed by Keccak. */
function moneroAddress(text: string): Base58Address | undefined {
  if (!/^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(text)) return undefined;
  const bytes = bytesOf(base58xmr, text);
  if (bytes === undefined) return { chains: ['XMR'], isRight: false };
  return {
    chains: ['XMR'],
    isRight: endsWithHash(bytes, keccak_256(bytes.subarray(0, -CHECKSUM_BYTES))),
  };
}

/** Reads an address in Base58; undefined for a text that is none. */
export function base58Address(text: string): Base58Address | undefined {
  const own = moneroAddress(text) ?? rippleAddress(text);
  if (own) return own;
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(text)) return undefined;
  const bytes = bytesOf(base58, text);
  if (bytes === undefined) return undefined;
  if (bytes.length === PUBLIC_KEY_BYTES) return { chains: ['SOL'], isRight: undefined };
  const versionBytes = bytes.length - HASH_BYTES - CHECKSUM_BYTES;
  if (versionBytes !== 1 && versionBytes !== 2) return undefined;
  const chains = VERSIONS[hex(bytes.subarray(0, versionBytes))] ?? [];
  return { chains, isRight: hasDoubleSha(bytes) };
}
