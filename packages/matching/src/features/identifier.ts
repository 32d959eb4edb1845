/** Equal identity documents, registration numbers and addresses of wallets, and addresses that resemble each other. */
import type { Identifier } from '../entry.ts';
import {
  checkIdentifier,
  differingCharacters,
  type IdentifierType,
  identifierKeys,
  nearKeys,
  recognizedIdentifiers,
  typeOfKind,
} from '../identifiers/index.ts';
import type { Subject, SubjectIdentifier } from '../subject.ts';
import {
  IDENTIFIER_ALONE,
  IDENTIFIER_AND_NAME,
  MAX_IDENTIFIER_WORDS,
  MAX_MISTYPED_CHARACTERS,
  MIN_COMPATIBLE_NAME,
  MISTYPED_WALLET,
  SIMILAR_WALLET,
  UNIQUE_IDENTIFIER_ALONE,
} from '../weights.ts';
import type { Reason } from './feature.ts';

const TAX_OR_REGISTRATION =
  /regist|company|tax|business|commercial|trade|nit|ruc|rif|folio|matricula|vat|duns|imo|inn|ogrn|lei/i;
const PERSONAL =
  /passport|national id|identification|cedula|ssn|driver|birth|citizen|residen|dni|d\.n\.i|curp/i;

/** Types whose numbers offices give out, each by rules of its own: which of them a number is, sources call differently. */
const DOCUMENT_KINDS: Partial<Record<IdentifierType, string>> = {
  tax: 'Tax Number',
  registration: 'Registration Number',
  passport: 'Passport',
  'national-id': 'National ID',
};
/** Types of which no two holders ever have the same. */
const UNIQUE: ReadonlySet<IdentifierType> = new Set(['wallet', 'imo', 'lei', 'bic', 'isin']);

/** An identifier of a subject as it is looked up. */
export interface LookedUpIdentifier extends Omit<SubjectIdentifier, 'type'> {
  type?: IdentifierType | undefined;
  /** The type was stated, and not only concluded from the kind. */
  isTyped: boolean;
}

/** Whether two kinds of identifier may be the same: unknown kinds may be anything. */
function compatibleKinds(a: string | undefined, b: string | undefined): boolean {
  if (!a || !b) return true;
  if (PERSONAL.test(a) && TAX_OR_REGISTRATION.test(b) && !PERSONAL.test(b)) return false;
  if (PERSONAL.test(b) && TAX_OR_REGISTRATION.test(a) && !PERSONAL.test(a)) return false;
  return true;
}

function areCompatible(own: LookedUpIdentifier, other: Identifier): boolean {
  const document = own.type && DOCUMENT_KINDS[own.type];
  if (own.isTyped && own.type && other.type && own.type !== other.type) {
    if (!document || !DOCUMENT_KINDS[other.type]) return false;
  }
  return compatibleKinds(own.kind ?? document, other.kind);
}

/** Names of a subject, each once. An empty one is no name: an identifier alone is a subject too. */
export function namesOf({ name, aliases = [] }: Pick<Subject, 'name' | 'aliases'>): string[] {
  const names = aliases.length === 0 ? [name] : [...new Set([name, ...aliases])];
  return names.filter((text) => text.trim() !== '');
}

/**
 * Identifiers of a subject: those stated, the registration number, and what its names hold. A business's name may itself
 * be a number (interface specification 4.5).
 */
export function identifiersOf(subject: Subject): LookedUpIdentifier[] {
  const identifiers: LookedUpIdentifier[] = (subject.identifiers ?? []).map((own) => ({
    ...own,
    type: own.type ?? typeOfKind(own.kind),
    isTyped: own.type !== undefined,
  }));
  if (subject.registrationNumber)
    identifiers.push({
      kind: 'Registration Number',
      value: subject.registrationNumber,
      type: 'registration',
      isTyped: false,
    });
  for (const name of namesOf(subject))
    for (const { type, value } of recognizedIdentifiers(name))
      identifiers.push({ value, type, isTyped: true });
  if (
    subject.type === 'corporate' &&
    /\d{4}/.test(subject.name) &&
    subject.name.trim().split(/\s+/).length <= MAX_IDENTIFIER_WORDS
  ) {
    identifiers.push({ value: subject.name, isTyped: false });
  }
  return identifiers;
}

/** Whether any name of the subject is more than an identifier. */
export function hasOwnName(subject: Subject): boolean {
  return namesOf(subject).some((name) => !recognizedIdentifiers(name).some(({ isWhole }) => isWhole));
}

/** What is wrong with a subject's identifiers, each as a sentence without its full stop. They are looked up all the same. */
export function invalidIdentifiers(subject: Subject): string[] {
  const faults = identifiersOf(subject).flatMap(({ type, value }) => {
    const fault = type && checkIdentifier(type, value).fault;
    return fault ? [`${type} ${value}: ${fault}`] : [];
  });
  return [...new Set(faults)];
}

/** An entity that an identifier points to. */
export interface IdentifierMatch {
  /** The address only resembles the listed one. */
  isSimilar: boolean;
  /** The subject's identifier as it was given. */
  value: string;
  /** What the match scores by itself: of a subject whose name is another, and of one without a name. */
  alone: number;
  withoutName: number;
  reason: Reason;
}

interface Holder {
  identifiers: readonly Identifier[];
  /** What the holder is called. */
  title: string;
}

function exactMatch(own: LookedUpIdentifier, other: Identifier, title: string): IdentifierMatch {
  const isUnique = own.type !== undefined && UNIQUE.has(own.type) && own.type === other.type;
  return {
    isSimilar: false,
    value: own.value,
    alone: IDENTIFIER_ALONE,
    withoutName: isUnique ? UNIQUE_IDENTIFIER_ALONE : IDENTIFIER_ALONE,
    reason: { feature: 'identifier', score: 1, detail: exactDetail(own, other, title) },
  };
}

/** What both sides say of the identifier, where they differ or it is wrong, too. */
function exactDetail(own: LookedUpIdentifier, other: Identifier, title: string): string {
  const isWallet = other.type === 'wallet';
  const parts = isWallet
    ? [`wallet ${other.value}${other.chain ? `, chain ${other.chain}` : ''}, listed under ${title}`]
    : [`${other.kind} ${other.value} is the same`];
  if (own.chain && other.chain && own.chain !== other.chain)
    parts.push(`it was given for chain ${own.chain}`);
  if (own.country && other.country && own.country !== other.country)
    parts.push(`it was given with issuer ${own.country}, and is listed with ${other.country}`);
  if (own.type) {
    const { fault } = checkIdentifier(own.type, own.value);
    if (fault) parts.push(fault);
  }
  return parts.join('; ');
}

/**
 * A wallet that agrees with a listed one at both ends. One of a wrong checksum, or with few other characters, is most
 * likely the listed one, mistyped; another is one that was made to be taken for it, or the other way round.
 */
function similarMatch(own: LookedUpIdentifier, other: Identifier, title: string): IdentifierMatch {
  const count = differingCharacters(own.value, other.value);
  const { check } = checkIdentifier('wallet', own.value);
  const isMistyped = check === 'invalid' || count <= MAX_MISTYPED_CHARACTERS;
  const score = isMistyped ? MISTYPED_WALLET : SIMILAR_WALLET;
  const chain = other.chain ? `, chain ${other.chain}` : '';
  const differing = count === 1 ? '1 character differs' : `${count} characters differ`;
  const checksum = check === 'invalid' ? ' and its checksum is wrong' : '';
  const detail = `wallet ${own.value} resembles ${other.value}${chain}, listed under ${title}: both ends agree, ${differing}${checksum}`;
  return {
    isSimilar: true,
    value: own.value,
    alone: score,
    withoutName: score,
    reason: { feature: 'similar-wallet', score, detail },
  };
}

/**
 * The surest identifier that subject and entity share, else the first address that resembles one of the entity's. An address that
 * is listed for several chains is explained by the chain that was stated.
 */
export function identifierMatch(
  own: readonly LookedUpIdentifier[],
  { identifiers, title }: Holder,
): IdentifierMatch | undefined {
  let exact: IdentifierMatch | undefined;
  let isOfChain = false;
  let similar: IdentifierMatch | undefined;
  for (const mine of own) {
    const keys = new Set(identifierKeys(mine));
    const near = new Set(nearKeys(mine));
    for (const other of identifiers) {
      if (!areCompatible(mine, other)) continue;
      if (identifierKeys(other).some((key) => keys.has(key))) {
        const match = exactMatch(mine, other, title);
        const hasSameChain = mine.chain !== undefined && mine.chain === other.chain;
        const gain = match.withoutName - (exact?.withoutName ?? 0);
        if (gain > 0 || (gain === 0 && hasSameChain && !isOfChain)) {
          exact = match;
          isOfChain = hasSameChain;
        }
      } else if (near.size > 0 && !similar && nearKeys(other).some((key) => near.has(key))) {
        similar = similarMatch(mine, other, title);
      }
    }
  }
  return exact ?? similar;
}

/** The score of names with what an identifier adds: an equal one outweighs another name, and confirms a compatible one. */
export function withIdentity(nameScore: number, identity: IdentifierMatch | undefined): number {
  if (!identity) return nameScore;
  if (!identity.isSimilar && nameScore >= MIN_COMPATIBLE_NAME) return IDENTIFIER_AND_NAME;
  return Math.max(identity.alone, nameScore);
}
