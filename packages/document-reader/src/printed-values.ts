import { countryCode } from './countries.ts';
import type { DocumentField } from './document-reading.ts';
import { readZoneCountry } from './mrz-countries.ts';

const months: readonly (readonly string[])[] = [
  ['JAN', 'GEN', 'ENE', 'STY'],
  ['FEB', 'FEV', 'FÉV', 'LUT'],
  ['MAR', 'MRZ', 'MÄR'],
  ['APR', 'AVR', 'ABR', 'KWI'],
  ['MAY', 'MAI', 'MAG', 'MAJ'],
  ['JUN', 'JUIN', 'GIU', 'CZE'],
  ['JUL', 'JUIL', 'LUG', 'LIP'],
  ['AUG', 'AOU', 'AOÛ', 'AGO', 'SIE'],
  ['SEP', 'SET', 'WRZ'],
  ['OCT', 'OKT', 'OTT', 'OUT', 'PAZ'],
  ['NOV', 'LIS'],
  ['DEC', 'DEZ', 'DIC', 'DÉC', 'GRU'],
];

/** A field's value as a line says it, in the form in which it is kept; undefined for a line that cannot be one. */
export function printedValue(field: DocumentField, text: string, country: string): string | undefined {
  switch (field) {
    case 'dateOfBirth':
    case 'expiryDate':
      return printedDate(text, country);
    case 'sex':
      return /^([MFX])(?:\s*\/\s*[MFXH])?$/.exec(text.trim().toUpperCase())?.[1];
    case 'documentNumber':
    case 'personalNumber':
      return numberIn(text);
    case 'nationality':
    case 'issuingCountry':
      return countryIn(text);
    case 'surname':
    case 'givenNames':
      return nameIn(text);
    default:
      return field satisfies never;
  }
}

function numberIn(text: string): string | undefined {
  const plain = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  return /^[A-Z0-9]{5,15}$/.test(plain) && /\d{3}/.test(plain) ? plain : undefined;
}

function countryIn(text: string): string | undefined {
  const plain = text.trim().toUpperCase();
  if (!/^[A-Z]{1,3}$/.test(plain)) return undefined;
  const { value, isKnown } = readZoneCountry(plain);
  return isKnown ? value : countryCode(plain);
}

function nameIn(text: string): string | undefined {
  const plain = text.toUpperCase().trim();
  return /^[\p{L}][\p{L}\p{M}'’.\- ]*$/u.test(plain) ? plain : undefined;
}

/** Day, month and year in figures or with the month's letters, in the order of the country. */
function printedDate(text: string, country: string): string | undefined {
  const plain = text.toUpperCase().trim();
  const [, y = '', m = '', d = ''] = /^(\d{4})[-./ ](\d{2})[-./ ](\d{2})$/.exec(plain) ?? [];
  if (y !== '') return dateOf(y, m, d);
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[-./ ]+(\d{1,2})[-./ ]+(\d{4})$/.exec(plain) ?? [];
  if (year !== '') {
    const isMonthFirst = Number(second) > 12 || (country === 'US' && Number(first) <= 12);
    return isMonthFirst ? dateOf(year, first, second) : dateOf(year, second, first);
  }
  const [, day = '', name = '', named = ''] =
    /^(\d{1,2})[-./ ]*(\p{L}{3,9})\.?[^\d]*(\d{4})$/u.exec(plain) ?? [];
  const month = months.findIndex((names) => names.some((one) => name.startsWith(one)));
  return named === '' || month < 0 ? undefined : dateOf(named, String(month + 1), day);
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date;
}
