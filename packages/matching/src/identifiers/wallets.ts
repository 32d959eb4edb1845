/** Addresses of digital currencies: their forms, checksums and chains. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58Address } from './base58.ts';
import { bech32Address } from './bech32.ts';
import { tonAddress } from './ton.ts';
import type { CheckedIdentifier } from './types.ts';

export interface CheckedWallet extends CheckedIdentifier {
  /** Chains on which an address of this form exists, where the form shows it. */
  chains: readonly string[];
}

/** An address by its form alone. */
interface WalletForm {
  /** Lower case where the form ignores case, else as written. */
  normal: string;
  /** Characters at the start of `normal` that all addresses of the form share. */
  prefixLength: number;
}

/** Chains whose accounts are those of Ethereum. */
const EVM_CHAINS = ['ETH', 'ETC', 'USDT', 'USDC', 'BSC', 'ARB'];
const EVM = /^(?:0x)?([0-9a-f]{40})$/i;
/** As Ethereum's, of another length; those of 64 digits belong to other chains. */
const EVM_LIKE = /^0x(?!.{64}$)[0-9a-f]{30,}$/i;
const WRONG = { check: 'invalid', fault: 'its checksum is wrong' } as const;

/** Other names of chains, in capitals, and the name that OFAC uses. */
const CHAIN_NAMES: Readonly<Record<string, string>> = {
  BTC: 'XBT',
  BITCOIN: 'XBT',
  'BITCOIN CASH': 'BCH',
  'BITCOIN SV': 'BSV',
  ETHEREUM: 'ETH',
  'ETHEREUM CLASSIC': 'ETC',
  LITECOIN: 'LTC',
  MONERO: 'XMR',
  RIPPLE: 'XRP',
  'XRP LEDGER': 'XRP',
  SOLANA: 'SOL',
  'THE OPEN NETWORK': 'TON',
  TONCOIN: 'TON',
  TRON: 'TRX',
  TETHER: 'USDT',
  ZCASH: 'ZEC',
  DOGECOIN: 'DOGE',
  VERGE: 'XVG',
  CARDANO: 'ADA',
  ARBITRUM: 'ARB',
  'BINANCE SMART CHAIN': 'BSC',
  'BNB SMART CHAIN': 'BSC',
};

/** The name of a chain as OFAC writes it (`BTC` is `XBT`), in capitals; an unknown one stays; undefined for a blank. */
export function chainName(text: string | undefined): string | undefined {
  const name = text?.trim().replace(/\s+/g, ' ').toUpperCase();
  return name ? (CHAIN_NAMES[name] ?? name) : undefined;
}

/** The address alone: without blanks, the scheme of a payment link and its query. */
function bareAddress(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, '')
    .replace(/^[a-z]+:(?:\/\/)?/i, '')
    .replace(/[?@#].*$/, '');
}

const encoder = new TextEncoder();

/** EIP-55: the case of each letter is a bit of the hash of the address in lower case. */
function hasRightCase(digits: string): boolean {
  const lower = digits.toLowerCase();
  const hash = keccak_256(encoder.encode(lower));
  for (let at = 0; at < digits.length; at++) {
    const nibble = (hash[at >> 1]! >> (at % 2 === 0 ? 4 : 0)) & 15;
    const right = nibble >= 8 ? lower[at]!.toUpperCase() : lower[at];
    if (digits[at] !== right) return false;
  }
  return true;
}

/** Without blanks and links, of Ethereum also without or with `0x`: equal addresses have equal forms. Checks no checksum. */
export function walletForm(value: string): WalletForm {
  const text = bareAddress(value);
  const evm = EVM.exec(text);
  if (evm) return { normal: `0x${evm[1]!.toLowerCase()}`, prefixLength: 2 };
  const ton = tonAddress(text);
  if (ton) return { normal: ton.normal, prefixLength: ton.normal.indexOf(':') + 1 };
  const lower = text.toLowerCase();
  if (EVM_LIKE.test(text)) return { normal: lower, prefixLength: 2 };
  const bech32 = isOneCase(text) ? bech32Address(lower) : undefined;
  return bech32 ? { normal: lower, prefixLength: bech32.prefixLength } : { normal: text, prefixLength: 1 };
}

function isOneCase(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase();
}

function evmWallet(normal: string, digits: string): CheckedWallet {
  const form = { normal, chains: EVM_CHAINS };
  if (isOneCase(digits)) return { ...form, check: 'unchecked' };
  return hasRightCase(digits) ? { ...form, check: 'valid' } : { ...form, ...WRONG };
}

/** Checks an address and brings it to its normal form. A text of no known form is unchecked. */
export function checkWallet(value: string): CheckedWallet {
  const text = bareAddress(value);
  const { normal } = walletForm(text);
  const evm = EVM.exec(text);
  if (evm) return evmWallet(normal, evm[1]!);
  if (EVM_LIKE.test(text)) {
    const fault = `must have 40 digits after 0x, has ${text.length - 2}`;
    return { normal, chains: EVM_CHAINS, check: 'invalid', fault };
  }
  const ton = tonAddress(text);
  if (ton) {
    const form = { normal, chains: ['TON'] };
    if (ton.isRight === undefined) return { ...form, check: 'unchecked' };
    return ton.isRight ? { ...form, check: 'valid' } : { ...form, ...WRONG };
  }
  const bech32 = bech32Address(text.toLowerCase());
  if (bech32 && isOneCase(text)) {
    const form = { normal, chains: [bech32.chain] };
    return bech32.isRight() ? { ...form, check: 'valid' } : { ...form, ...WRONG };
  }
  const base58 = base58Address(text);
  const form = { normal, chains: base58?.chains ?? [] };
  if (base58?.isRight) return { ...form, check: 'valid' };
  if (bech32)
    return { normal, chains: [bech32.chain], check: 'invalid', fault: 'must not mix upper and lower case' };
  return base58?.isRight === false ? { ...form, ...WRONG } : { ...form, check: 'unchecked' };
}
