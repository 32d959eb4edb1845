import type { ConfigItems } from '@gatehouse/contract';
import { countryCodes, countryName } from '../../lib/countries.ts';
import { type IdentityCard, nationalIds, residencePermits } from '../national-numbers/index.ts';
import type { ShippedSection } from '../section.ts';

type DocumentItem = ConfigItems['platform_document_master'];

/** Territories without people of their own, which issue nothing. */
const issueNothing = new Set(['AQ', 'BV', 'GS', 'HM', 'TF', 'UM']);

/** Numbers of passports that are known to look alike for a whole country; elsewhere what ICAO 9303 lets them be. */
const passportNumbers: Readonly<Record<string, string>> = {
  DE: '[CFGHJKLMNPRTVWXYZ0-9]{9}',
  FR: '\\d{2}[A-Z]{2}\\d{5}',
  GB: '\\d{9}',
  IN: '[A-Z]\\d{7}',
  IT: '[A-Z]{2}\\d{7}',
  JP: '[A-Z]{2}\\d{7}',
  MY: '[A-Z]\\d{8}',
  SG: '[A-Z]\\d{7}[A-Z]',
  US: '[A-Z0-9]\\d{8}',
};
const anyPassportNumber = '[A-Z0-9]{5,15}';

const drivingLicences: Readonly<Record<string, string>> = {
  AT: 'Führerschein',
  BE: 'Rijbewijs / Permis de conduire',
  CH: 'Führerausweis / Permis de conduire',
  CN: '机动车驾驶证',
  DE: 'Führerschein',
  DK: 'Kørekort',
  ES: 'Permiso de conducción',
  FI: 'Ajokortti',
  FR: 'Permis de conduire',
  GR: 'Άδεια οδήγησης',
  ID: 'Surat Izin Mengemudi',
  IL: 'רישיון נהיגה',
  IT: 'Patente di guida',
  JP: '運転免許証',
  KR: '운전면허증',
  MX: 'Licencia de conducir',
  MY: 'Lesen memandu',
  NL: 'Rijbewijs',
  NO: 'Førerkort',
  PL: 'Prawo jazdy',
  PT: 'Carta de condução',
  RU: 'Водительское удостоверение',
  SA: 'رخصة القيادة',
  SE: 'Körkort',
  TH: 'ใบอนุญาตขับรถ',
  TR: 'Sürücü belgesi',
  TW: '駕駛執照',
  UA: 'Посвідчення водія',
  VN: 'Giấy phép lái xe',
};

/** Documents of no particular country, by category. */
const anywhere: readonly [category: 'identity' | 'supporting' | 'corporate', type: string, name: string][] = [
  ['supporting', 'SELFIE', 'Photo of the person’s face'],
  ['supporting', 'UTILITY_BILL', 'Utility bill'],
  ['supporting', 'BANK_STATEMENT', 'Bank statement'],
  ['supporting', 'GOVERNMENT_LETTER', 'Letter of an authority'],
  ['supporting', 'TENANCY_AGREEMENT', 'Tenancy agreement'],
  ['supporting', 'SOURCE_OF_WEALTH_EVIDENCE', 'Evidence of the source of wealth'],
  ['corporate', 'CERTIFICATE_OF_INCORPORATION', 'Certificate of incorporation'],
  ['corporate', 'REGISTRY_EXTRACT', 'Extract of the register of companies'],
  ['corporate', 'BUSINESS_PROFILE', 'Business profile of the registry'],
  ['corporate', 'CONSTITUTION', 'Constitution or articles of association'],
  ['corporate', 'REGISTER_OF_MEMBERS', 'Register of members'],
  ['corporate', 'REGISTER_OF_DIRECTORS', 'Register of directors'],
  ['corporate', 'OWNERSHIP_CHART', 'Chart of owners'],
  ['corporate', 'OWNERSHIP_RATIONALE', 'Explanation of the ownership structure'],
  ['corporate', 'BOARD_RESOLUTION', 'Resolution of the board'],
  ['corporate', 'POWER_OF_ATTORNEY', 'Power of attorney'],
];

const finNumber = ['FIN', '[FGM]\\d{7}[A-Z]', 'singapore'] as const;
/** What foreigners in Singapore show beside a residence permit. */
const singaporePasses = [
  identity('SG', 'FIN_CARD', { name: 'FIN card (Foreign Identification Number)', number: finNumber }),
  identity('SG', 'WORK_PASS', { name: 'Work pass', number: finNumber }),
];

/** Which documents there are, for each country: passport, identity card, residence permit, driving licence, and papers. */
export const documentMaster: ShippedSection<'platform_document_master'> = {
  version: '1.0.0',
  attribution: null,
  settings: {},
  items: [
    ...countryCodes()
      .filter((country) => !issueNothing.has(country))
      .flatMap(documentsOf),
    ...anywhere.map(
      ([category, type, name]): DocumentItem => ({
        code: type,
        name,
        type,
        country: null,
        localName: null,
        category,
        sides: 1,
        machineReadable: null,
        expires: false,
        number: null,
      }),
    ),
  ],
};

function documentsOf(country: string): DocumentItem[] {
  const nationalId = nationalIds[country];
  const permit = residencePermits[country];
  return [
    identity(country, 'PASSPORT', {
      name: `Passport of ${countryName(country)}`,
      sides: 1,
      number: ['Passport number', passportNumbers[country] ?? anyPassportNumber],
    }),
    ...(nationalId ? [identity(country, 'NATIONAL_ID', nationalId)] : []),
    ...(permit ? [identity(country, 'RESIDENCE_PERMIT', permit)] : []),
    ...(country === 'SG' ? singaporePasses : []),
    identity(country, 'DRIVING_LICENCE', {
      name: `Driving licence of ${countryName(country)}`,
      ...(drivingLicences[country] ? { localName: drivingLicences[country] } : {}),
    }),
  ];
}

function identity(country: string, type: string, card: IdentityCard): DocumentItem {
  return {
    code: `${country}_${type}`,
    name: card.name,
    type,
    country,
    localName: card.localName ?? null,
    category: 'identity',
    sides: card.sides ?? 2,
    machineReadable: type === 'PASSPORT' ? 'TD3' : (card.machineReadable ?? null),
    expires: card.expires ?? true,
    number: card.number
      ? { name: card.number[0], pattern: `^${card.number[1]}$`, checkDigits: card.number[2] !== undefined }
      : null,
  };
}
