/** Addresses in Bech32, Bech32m (BIP 173 and 350) and the format of Bitcoin Cash. */
import { bech32, bech32m } from '@scure/base';

/** Human-readable parts and the chains that use them. */
const PREFIXES: Readonly<Record<string, string>> = {
  bc: 'XBT',
  ltc: 'LTC',
  btg: 'BTG',
  u: 'ZEC',
  tex: 'ZEC',
  zs: 'ZEC',
  addr: 'ADA',
  cosmos: 'ATOM',
};
const BECH32 = /^([a-z]{1,6})1([qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,})$/;
/** Parts of Zcash's unified addresses (ZIP 316) and of those of exchanges (ZIP 320), which have the newer checksum. */
const NEWER: ReadonlySet<string> = new Set(['u', 'tex']);
const MIN_UNIFIED = 60;
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_ADDRESS = /^[qp][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41}$/;
/** The prefix that addresses of Bitcoin Cash leave out, as it enters the checksum: five bits of each letter, and a zero. */
const CASH_PREFIX = [...'bitcoincash'].map((letter) => letter.charCodeAt(0) & 31).concat(0);
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

export interface Bech32Address {
  chain: string;
  /** Characters that all addresses of the chain and kind begin with. */
  prefixLength: number;
  /** Whether the checksum is right; costs some microseconds. */
  isRight: () => boolean;
}

function isDecoded(coder: { decodeUnsafe: (text: string, limit?: false) => unknown }, text: string): boolean {
  return coder.decodeUnsafe(text, false) !== undefined;
}

/**
 * Reads an address by its form; undefined for a text that is none.
 * @param text in lower case
 */
export function bech32Address(text: string): Bech32Address | undefined {
  const parts = BECH32.exec(text);
  const chain = parts && PREFIXES[parts[1]!];
  if (parts && chain) {
    // Unified addresses of Zcash have at least one receiver: a shorter text is another word.
    if (parts[1] === 'u' && text.length < MIN_UNIFIED) return undefined;
    // Witness versions from 1 on, whose addresses begin with another letter than q, have the newer checksum.
    const isWitness = chain === 'XBT' || chain === 'LTC' || chain === 'BTG';
    const isNewer = NEWER.has(parts[1]!) || (isWitness && parts[2]![0] !== 'q');
    const coder = isNewer ? bech32m : bech32;
    return { chain, prefixLength: parts[1]!.length + 2, isRight: () => isDecoded(coder, text) };
  }
  if (!CASH_ADDRESS.test(text)) return undefined;
  return { chain: 'BCH', prefixLength: 1, isRight: () => isCashAddress(text) };
}

/** The checksum of Bitcoin Cash: a polynomial of 40 bits over the prefix and the address. */
function isCashAddress(text: string): boolean {
  let sum = 1n;
  for (const value of [...CASH_PREFIX, ...[...text].map((letter) => ALPHABET.indexOf(letter))]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    CASH_GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
    });
  }
  return sum === 1n;
}
