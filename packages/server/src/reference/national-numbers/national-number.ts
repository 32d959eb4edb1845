import { validateDocumentNumber } from './document-number.ts';

/** Kinds of numbers that a state gives to people and companies. */
export type NationalNumber = 'tax' | 'registration' | 'national-id';

/** Rules of stdnum for each country: every number of the kind that has check digits. */
type Rules = Readonly<Record<string, readonly string[]>>;

/** Tax numbers of people and of companies, which many countries do not tell apart by their form. */
const taxRules: Rules = {
  AR: ['cuit'],
  AT: ['uid', 'tin'],
  AU: ['tfn', 'abn'],
  BE: ['vat', 'nn', 'bis'],
  BG: ['vat', 'egn', 'pnf'],
  BR: ['cnpj', 'cpf'],
  BY: ['unp'],
  CA: ['bn', 'sin'],
  CH: ['uid', 'vat', 'ssn'],
  CL: ['rut'],
  CN: ['uscc', 'ric'],
  CO: ['nit'],
  CY: ['vat'],
  CZ: ['dic', 'ico', 'rc'],
  DE: ['idnr', 'vat', 'stnr'],
  DK: ['cvr', 'cpr'],
  DO: ['rnc', 'cedula'],
  EC: ['ruc', 'ci'],
  EE: ['kmkr', 'ik', 'registrikood'],
  ES: ['nif', 'cif', 'dni', 'nie'],
  FI: ['alv', 'ytunnus', 'hetu'],
  FR: ['tva', 'nif', 'siren', 'siret'],
  GB: ['vat', 'utr'],
  GR: ['vat'],
  GT: ['nit', 'cui'],
  HR: ['oib'],
  HU: ['anum'],
  ID: ['npwp'],
  IE: ['vat', 'pps'],
  IL: ['hp', 'idnr'],
  IN: ['gstin', 'pan'],
  IS: ['kennitala', 'vsk'],
  IT: ['iva', 'codicefiscale'],
  JP: ['cn'],
  KR: ['brn', 'rrn'],
  LT: ['pvm', 'asmens'],
  LU: ['tva'],
  LV: ['pvn'],
  MD: ['idno'],
  ME: ['pib', 'jmbg'],
  MK: ['edb', 'jmbg'],
  MT: ['vat'],
  MX: ['rfc'],
  MZ: ['nuit'],
  NL: ['btw', 'bsn'],
  NO: ['mva', 'orgnr', 'fodselsnummer'],
  NZ: ['ird'],
  PE: ['ruc'],
  PL: ['nip', 'pesel'],
  PT: ['nif'],
  PY: ['ruc'],
  RO: ['cif', 'cui', 'cnp'],
  RS: ['pib', 'jmbg'],
  RU: ['inn'],
  SE: ['vat', 'orgnr', 'personnummer'],
  SG: ['uen'],
  SI: ['ddv', 'jmbg'],
  SK: ['dph', 'rc'],
  SV: ['nit'],
  TH: ['idnr', 'moa', 'tin'],
  TR: ['vkn', 'tckimlik'],
  TW: ['ubn'],
  UA: ['edrpou', 'rntrc'],
  UY: ['rut'],
  VE: ['rif'],
  VN: ['mst'],
  ZA: ['tin'],
};

/** Countries with one register whose numbers have check digits. Where there are several registers, no rule holds for all. */
const registrationRules: Rules = {
  AU: ['abn', 'acn'],
  BE: ['vat'],
  BG: ['vat'],
  BR: ['cnpj'],
  CH: ['uid'],
  CN: ['uscc'],
  CZ: ['ico'],
  DK: ['cvr'],
  EE: ['registrikood'],
  ES: ['cif'],
  FI: ['ytunnus'],
  FR: ['siren', 'siret'],
  HR: ['oib'],
  IL: ['hp'],
  JP: ['cn'],
  MD: ['idno'],
  NO: ['orgnr'],
  PT: ['nipc'],
  SE: ['orgnr'],
  SG: ['uen'],
  TW: ['ubn'],
  UA: ['edrpou'],
};

/**
 * Whether the check digits of a number are right. `not known` for a country without check digits, and for a number that has the
 * form of none of the country's: there may be forms that nobody here knows.
 * @param country ISO 3166 alpha-2 of the issuer
 */
export async function validateNationalNumber(
  country: string,
  kind: NationalNumber,
  number: string,
): Promise<'fits' | 'wrong check digit' | 'not known'> {
  if (kind === 'national-id') {
    const check = await validateDocumentNumber(country, 'NATIONAL_ID', number);
    return check === 'wrong form' ? 'not known' : check;
  }
  const rules = (kind === 'tax' ? taxRules : registrationRules)[country];
  if (rules === undefined) return 'not known';
  // Loaded when first asked for: it holds the rules of 100 countries, and most nodes never ask.
  const { stdnum } = await import('stdnum');
  const { InvalidChecksum } = await import('stdnum/lib/cjs/exceptions.js');
  const results = rules.map((rule) => {
    const validator = stdnum[country]?.[rule];
    if (validator === undefined) throw new Error(`there is no rule ${country}.${rule} for check digits`);
    return validator.validate(number);
  });
  if (results.some(({ isValid }) => isValid)) return 'fits';
  return results.some(({ error }) => error instanceof InvalidChecksum) ? 'wrong check digit' : 'not known';
}

/** Every rule that is asked, for the test that all of them exist. */
export const nationalRules = [taxRules, registrationRules];
