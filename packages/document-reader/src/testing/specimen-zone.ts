/** A person who does not exist, with a document that nobody issued. */
export interface Specimen {
  readonly format: 'TD1' | 'TD2' | 'TD3';
  /** Two characters of the zone, such as `P<`. */
  readonly documentCode: string;
  /** As the zone has them, one to three letters. */
  readonly issuingCode: string;
  readonly nationalityCode: string;
  /** As printed, in any case, with hyphens and accents of Latin letters. */
  readonly surname: string;
  readonly givenNames: string;
  /** Up to nine letters and digits. */
  readonly documentNumber: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  readonly expiryDate: string;
  readonly sex: 'M' | 'F' | 'X';
  readonly personalNumber: string;
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** ICAO 9303-3, section 6, of the letters that the specimens use. */
const transliterations: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  ß: 'SS',
  Ø: 'OE',
  Å: 'AA',
  Æ: 'AE',
  Ł: 'L',
  Đ: 'D',
  Þ: 'TH',
};

/** Weights 7, 3, 1 from the left, letters from 10 on, fillers 0 (ICAO 9303-3, 4.9). */
function checkDigitOf(text: string): string {
  const sum = [...text].reduce(
    (total, character, i) => total + Math.max(0, digits.indexOf(character)) * [7, 3, 1][i % 3]!,
    0,
  );
  return String(sum % 10);
}

/** A name as the zone writes it. */
export function zoneName(name: string): string {
  return [...name.toUpperCase()]
    .map((letter) => transliterations[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .replaceAll(/[^A-Z]/g, '<');
}

function padded(text: string, length: number): string {
  return text.padEnd(length, '<').slice(0, length);
}

function zoneDate(date: string): string {
  return date.replaceAll('-', '').slice(2);
}

/** The lines of the specimen's zone, each check digit computed. */
export function zoneOf(specimen: Specimen): string[] {
  const { format, documentCode, issuingCode, personalNumber } = specimen;
  const name = `${zoneName(specimen.surname)}<<${zoneName(specimen.givenNames)}`;
  const number = padded(specimen.documentNumber, 9);
  const numberPart = number + checkDigitOf(number);
  const birth = zoneDate(specimen.dateOfBirth);
  const birthPart = birth + checkDigitOf(birth);
  const expiry = zoneDate(specimen.expiryDate);
  const expiryPart = expiry + checkDigitOf(expiry);
  const nationality = padded(specimen.nationalityCode, 3);
  const sex = specimen.sex === 'X' ? '<' : specimen.sex;
  const start = documentCode + padded(issuingCode, 3);
  if (format === 'TD1') {
    const first = numberPart + padded(personalNumber, 15);
    const optional = padded('', 11);
    const composite = checkDigitOf(first + birthPart + expiryPart + optional);
    return [
      start + first,
      birthPart + sex + expiryPart + nationality + optional + composite,
      padded(name, 30),
    ];
  }
  if (format === 'TD2') {
    const optional = padded(personalNumber, 7);
    const composite = checkDigitOf(numberPart + birthPart + expiryPart + optional);
    return [
      padded(start + name, 36),
      numberPart + nationality + birthPart + sex + expiryPart + optional + composite,
    ];
  }
  const personal = padded(personalNumber, 14);
  const personalPart = personal + (personalNumber === '' ? '<' : checkDigitOf(personal));
  const composite = checkDigitOf(numberPart + birthPart + expiryPart + personalPart);
  return [
    padded(start + name, 44),
    numberPart + nationality + birthPart + sex + expiryPart + personalPart + composite,
  ];
}
