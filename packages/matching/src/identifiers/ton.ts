/** Addresses of TON: one account is written raw, or in Base64 with a checksum, as one of four forms. */
import { base64 } from '@scure/base';

export interface TonAddress {
  /** Workchain and hash as in the raw form, in lower case: all forms of one account are equal. */
  normal: string;
  /** Undefined for the raw form, which has no checksum. */
  isRight: boolean | undefined;
}

const RAW = /^(?:0|-1):[0-9a-f]{64}$/i;
const FRIENDLY = /^[A-Za-z0-9+/_-]{48}$/;
/** First bytes: whether a payment bounces; with the highest bit for test networks. */
const TAGS: ReadonlySet<number> = new Set([0x11, 0x51, 0x91, 0xd1]);
/** Workchains as a byte, and as they are written. */
const WORKCHAINS: Readonly<Record<number, string>> = { 0: '0', 255: '-1' };

/** CRC-16/XMODEM: polynomial 0x1021, most significant bit first. */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum;
}

/** Reads an address; undefined for a text that is none. */
export function tonAddress(text: string): TonAddress | undefined {
  if (RAW.test(text)) return { normal: text.toLowerCase(), isRight: undefined };
  if (!FRIENDLY.test(text)) return undefined;
  const bytes = base64.decode(text.replaceAll('-', '+').replaceAll('_', '/'));
  const workchain = WORKCHAINS[bytes[1]!];
  if (!TAGS.has(bytes[0]!) || workchain === undefined) return undefined;
  const hash = Array.from(bytes.subarray(2, 34), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const isRight = crc16(bytes.subarray(0, 34)) === ((bytes[34]! << 8) | bytes[35]!);
  return { normal: `${workchain}:${hash}`, isRight };
}
