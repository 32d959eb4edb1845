/** Facts in the free text of the United States' Treasury lists: clauses separated by semicolons. */
import type { Craft, CraftFlag, DateInterval, Identifier, LegalBasis, Relation } from '../entry.ts';
import { typedIdentifier } from '../identifiers/index.ts';
import { countryNamed } from '../names/countries.ts';
import { parseWrittenDate } from './dates-in-words.ts';
import { craftFlag, legalBasis, relation } from './entry-details.ts';

export interface OfacRemarks {
  births: DateInterval[];
  placesOfBirth: string[];
  nationalities: string[];
  /** Countries of birth, flag and registration. */
  countries: string[];
  gender?: 'M' | 'F';
  /** Weak aliases: the Treasury puts only these into the remarks. */
  weakAliases: string[];
  formerNames: string[];
  identifiers: Identifier[];
  incorporatedOn?: string;
  /** Clauses that hits show as remarks, e.g. `Linked To: …`; some of them are details too. */
  rest: string[];
  /** Of `Linked To`, and of operators of aircraft. Their other ends are texts: not every one is the title of an entry. */
  relations: Relation[];
  legalBasis: LegalBasis[];
  contacts: string[];
  craft: Pick<Craft, 'model' | 'built'> & { flags: CraftFlag[] };
}

/** Ways to reach somebody are not identifiers. */
const CONTACT = /^(?:telephone|phone|fax|email|website|alt\. (?:email|phone|fax|telephone))/i;

/** Kinds of identifiers, each followed by its value. Longer kinds precede those that they begin with. */
const IDENTIFIER = new RegExp(
  `^(${[
    'Vessel Registration Identification IMO',
    'Identification Number IMO',
    'Company Number IMO',
    'IMO',
    'MMSI',
    "Aircraft Manufacturer's Serial Number \\(MSN\\)",
    'Aircraft Construction Number \\(also called L/N or S/N or F/N\\)',
    'Aircraft Tail Number',
    'Aircraft Mode S Transponder Code',
    'Digital Currency Address - [A-Z0-9]{2,6}',
    'SWIFT/BIC',
    'D-U-N-S Number',
    'Business Registration Document #',
    "[A-Z][\\w.'/-]*(?: [\\w.'/()-]+){0,5}? (?:No\\.?|Number|#|ID(?! No| Number| #)|Code)",
    '(?:Diplomatic |Stateless Person |Service )?Passport',
    'US FEIN',
    'BIK \\(RU\\)',
    'C\\.U\\.I\\.T\\.',
    'RTN',
    'Numero de Identidad',
    'Credencial electoral',
    'Cartilla de Servicio Militar Nacional',
    'United Social Credit Code Certificate \\(USCCC\\)',
    'Registration ID',
    'D\\.N\\.I\\.',
    'C\\.U\\.R\\.P\\.',
    'C\\.U\\.I\\.',
    'C\\.U\\.I\\.P\\.',
    'R\\.F\\.C\\.',
    'SSN',
    'L\\.E\\.',
    'I\\.F\\.E\\.',
    'Matricula Mercantil No',
    'MSB',
    'LEI',
  ].join('|')})\\.? (.+)$`,
);

/** Clauses that look like an identifier and are none. */
const NOT_IDENTIFIER =
  /^(?:Secondary sanctions|Executive Order|Additional Sanctions|Transactions|Linked To|CAATSA|Aircraft Model|Organization|Target)/i;

function identifierOf(clause: string): Identifier | undefined {
  if (NOT_IDENTIFIER.test(clause) || CONTACT.test(clause)) return undefined;
  const match = IDENTIFIER.exec(clause);
  if (!match) return undefined;
  const [, kind, rest] = match as unknown as [string, string, string];
  const value = rest
    .replace(/ \((?:[A-Z][^()]*)\).*$/, '')
    .replace(/ (?:issued|expires?|expired)\b.*$/i, '')
    .trim();
  if (!/\d/.test(value) && !kind.startsWith('SWIFT')) return undefined;
  const issuer = /\(([A-Z][^()]*)\)/.exec(rest)?.[1];
  const country = issuer === undefined ? undefined : countryNamed(issuer);
  return typedIdentifier({ kind, value, ...(country ? { country } : {}) });
}

/** Country at the end of a place: `Culiacan, Sinaloa, Mexico`, `Pyongyang, Korea, North`. */
function countryOfPlace(place: string): string | undefined {
  const parts = place.split(',').map((part) => part.trim());
  for (let count = 1; count <= Math.min(3, parts.length); count++) {
    const code = countryNamed(parts.slice(-count).join(' '));
    if (code) return code;
  }
  return undefined;
}

function pushNew<T>(list: T[], item: T | undefined): void {
  if (item !== undefined && !list.includes(item)) list.push(item);
}

/** Reads one clause into the remarks; false when it is no field. */
function readClause(clause: string, into: OfacRemarks): boolean {
  const plain = clause.replace(/^alt\. /, '');
  const field =
    /^(DOB|POB|nationality|citizen|Gender|Nationality of Registration|Flag|Former Vessel Flag|Vessel Flag|Organization Established Date) (.+)$/.exec(
      plain,
    );
  if (field) return readField(field[1]!, field[2]!, into);
  const alias = /^(a\.k\.a\.|f\.k\.a\.|n\.k\.a\.),? ['"](.+?)['"]?$/.exec(plain);
  if (alias) {
    pushNew(alias[1] === 'f.k.a.' ? into.formerNames : into.weakAliases, alias[2]!);
    return true;
  }
  const identifier = identifierOf(plain);
  if (!identifier) return false;
  into.identifiers.push(identifier);
  return true;
}

/** Clauses that state a law: `Executive Order 13846 information: …`, `CAATSA Section 235 Information: …`. */
const LAW = /^(?:Executive Order|CAATSA|IFCA|Secondary sanctions risk)\b/i;
const FLAG = /^(Former )?(?:Vessel )?Flag (.+)$/;

/** Reads what a clause adds to the details, whether or not it is a field or a remark as well. */
function readDetail(plain: string, into: OfacRemarks): void {
  const flag = FLAG.exec(plain);
  const [, label, text] =
    /^(Linked To:?|Aircraft Operator|Aircraft Model|[^0-9]*? Year of Build|Aircraft Manufacture Date) (.+)$/.exec(
      plain,
    ) ?? [];
  if (flag) {
    const stated = craftFlag(flag[2], countryNamed, flag[1] !== undefined);
    if (stated) into.craft.flags.push(stated);
  } else if (label?.startsWith('Linked To')) {
    pushNew(into.relations, relation('linked', { role: 'Linked To', name: text }));
  } else if (label === 'Aircraft Operator') {
    pushNew(into.relations, relation('operated-by', { role: label, name: text }));
  } else if (label === 'Aircraft Model') {
    into.craft.model ??= text!;
  } else if (label) {
    into.craft.built ??= text!;
  } else if (LAW.test(plain)) {
    pushNew(into.legalBasis, legalBasis(plain));
  } else if (CONTACT.test(plain)) {
    into.contacts.push(plain);
  }
}

function readField(field: string, text: string, into: OfacRemarks): boolean {
  switch (field) {
    case 'DOB': {
      const date = parseWrittenDate(text);
      if (date) into.births.push(date);
      return date !== undefined;
    }
    case 'POB':
      into.placesOfBirth.push(text);
      pushNew(into.countries, countryOfPlace(text));
      return true;
    case 'nationality':
    case 'citizen':
      pushNew(into.nationalities, countryNamed(text));
      return countryNamed(text) !== undefined;
    case 'Gender':
      if (text === 'Male') into.gender = 'M';
      else if (text === 'Female') into.gender = 'F';
      else return false;
      return true;
    case 'Organization Established Date': {
      const date = parseWrittenDate(text);
      if (date) into.incorporatedOn = date.precision === 'day' ? date.from : date.from.slice(0, 4);
      return date !== undefined;
    }
    default:
      pushNew(into.countries, countryNamed(text));
      return countryNamed(text) !== undefined;
  }
}

/** Cuts the text at semicolons, but not inside a quoted alias. */
function clausesOf(text: string): string[] {
  return text
    .replace(/\.\s*$/, '')
    .split(/;\s+(?=[A-Za-z(])/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

/** Reads remarks, already joined with their overflow. */
export function parseOfacRemarks(text: string): OfacRemarks {
  const remarks: OfacRemarks = {
    births: [],
    placesOfBirth: [],
    nationalities: [],
    countries: [],
    weakAliases: [],
    formerNames: [],
    identifiers: [],
    rest: [],
    relations: [],
    legalBasis: [],
    contacts: [],
    craft: { flags: [] },
  };
  for (const clause of clausesOf(text)) {
    readDetail(clause.replace(/^alt\. /, ''), remarks);
    if (!readClause(clause, remarks)) remarks.rest.push(clause);
  }
  return remarks;
}
