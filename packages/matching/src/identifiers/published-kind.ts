/** Which type of identifier a publisher, or a caller, means by the words for its kind. */
import type { Identifier } from '../entry.ts';
import { recognizedIdentifiers } from './recognize.ts';
import type { IdentifierType } from './types.ts';
import { chainName, checkWallet } from './wallets.ts';

/** The first that fits counts. */
const KINDS: readonly [RegExp, IdentifierType][] = [
  [/digital currency|crypto|wallet|blockchain/i, 'wallet'],
  [/\bimo\b|international maritime org/i, 'imo'],
  [/\bmmsi\b|maritime mobile service/i, 'mmsi'],
  [/\bcall ?sign\b/i, 'call-sign'],
  [/\btail (?:number|no)\b|\baircraft registration\b/i, 'tail-number'],
  [/\blei\b|legal entity identifier/i, 'lei'],
  [/\bswift\b|\bbic\b/i, 'bic'],
  [/\bisin\b/i, 'isin'],
  [/passport|passeport|pasaporte|reisepass/i, 'passport'],
  [
    /\btax\b|fiscal|\bvat\b|v\.a\.t\.|\bnit\b|\bruc\b|r\.f\.c\.|\brif\b|c\.u\.i\.t\.|\binn\b|\bfein\b|\btin\b|\brtn\b/i,
    'tax',
  ],
  [
    /national (?:foreign )?id|identity (?:card|number|document)|identification card|\bid card\b|\bid number\b|cedula|c\.u\.r\.p\.|c\.u\.i\.p\.|d\.n\.i\.|\bssn\b|social security|personal id|citizen|tazkira|residen|identidad|electoral|(?:turkish|kenyan|stateless person) id|i\.f\.e\./i,
    'national-id',
  ],
  [
    /regist|company (?:number|no)|commercial|trade licen|matricula|folio|chamber of|enterprise number|business number|legal entity number|social credit|\buscc\b|\bogrn\b|\bokpo\b|c\.r\. no|incorporation|d-?u-?n-?s\b|\buei\b/i,
    'registration',
  ],
];

/** The type that a kind names; undefined for one that names none of them. */
export function typeOfKind(kind: string | undefined): IdentifierType | undefined {
  if (!kind) return undefined;
  return KINDS.find(([pattern]) => pattern.test(kind))?.[1];
}

const CHAIN_IN_KIND = / - ([A-Z0-9]{2,6})$/;

/** A word at the start of a value names its type more exactly than the kind does: `IMO 9187629`, `ISIN: RU…`. */
function typeOfLabel(value: string): IdentifierType | undefined {
  const label = /^(IMO|MMSI|ISIN|LEI)\b/i.exec(value)?.[1];
  return label === undefined ? undefined : (label.toLowerCase() as IdentifierType);
}

/** Kinds that say nothing; of these only what check digits or length show is taken for a type. */
const UNKNOWN_KIND = /^(?:identifier|id|number)?$/i;
const SHOWN_BY_VALUE: ReadonlySet<IdentifierType> = new Set(['wallet', 'lei', 'isin']);

function typeOfValue(value: string): IdentifierType | undefined {
  const found = recognizedIdentifiers(value).find(({ isWhole }) => isWhole);
  return found && SHOWN_BY_VALUE.has(found.type) ? found.type : undefined;
}

/**
 * The identifier with its type, and the chain of a wallet: as the kind says (`Digital Currency Address - XBT`), else as
 * the form of the address says where only one chain has it.
 */
export function typedIdentifier(identifier: Identifier): Identifier {
  const { kind, value } = identifier;
  const type =
    identifier.type ??
    typeOfLabel(value) ??
    typeOfKind(kind) ??
    (UNKNOWN_KIND.test(kind.trim()) ? typeOfValue(value) : undefined);
  if (type === undefined) return identifier;
  if (type !== 'wallet') return { ...identifier, type };
  const chain = chainName(identifier.chain ?? CHAIN_IN_KIND.exec(kind)?.[1]) ?? onlyChain(value);
  return { ...identifier, type, ...(chain ? { chain } : {}) };
}

function onlyChain(value: string): string | undefined {
  const { chains } = checkWallet(value);
  return chains.length === 1 ? chains[0] : undefined;
}
