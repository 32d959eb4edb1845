import type { IdentityCard } from './national-ids.ts';

/** Countries whose permits have the uniform format of Regulation (EC) 1030/2002. */
const uniform =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** Cards that show the right to live in a country, where it issues them apart from its identity card. By country. */
export const residencePermits: Readonly<Record<string, IdentityCard>> = {
  ...Object.fromEntries(
    uniform.map((country) => [country, { name: 'Residence permit', machineReadable: 'TD1' } as const]),
  ),
  AR: { name: 'Identity document for foreigners', localName: 'DNI para extranjeros', machineReadable: 'TD1' },
  BR: {
    name: 'Migration card (CRNM)',
    localName: 'Carteira de registro nacional migratório',
    machineReadable: 'TD1',
  },
  CA: { name: 'Permanent resident card', machineReadable: 'TD1' },
  CL: {
    name: 'Identity card for foreigners',
    localName: 'Cédula de identidad para extranjeros',
    machineReadable: 'TD1',
    number: ['RUN', '\\d{7,8}[0-9K]', 'CL.run'],
  },
  CN: {
    name: 'Foreign permanent resident card',
    localName: '外国人永久居留身份证',
    number: ['Card number', '(?:\\d{17}[0-9X]|[A-Z]{3}\\d{12})'],
  },
  CO: { name: 'Foreigner card', localName: 'Cédula de extranjería', number: ['Card number', '\\d{6,7}'] },
  EC: {
    name: 'Identity card for foreigners',
    localName: 'Cédula de identidad',
    number: ['Card number', '\\d{10}', 'EC.ci'],
  },
  GE: { name: 'Residence card', localName: 'ბინადრობის მოწმობა', machineReadable: 'TD1' },
  ID: { name: 'Limited stay permit (KITAS)', localName: 'Kartu Izin Tinggal Terbatas' },
  JP: { name: 'Residence card', localName: '在留カード', number: ['Card number', '[A-Z]{2}\\d{8}[A-Z]{2}'] },
  KR: {
    name: 'Residence card',
    localName: '외국인등록증',
    number: ['Foreigner registration number', '\\d{6}[5-8]\\d{6}'],
  },
  KZ: { name: 'Residence permit', localName: 'Ықтиярхат', machineReadable: 'TD1' },
  MX: { name: 'Resident card', localName: 'Tarjeta de residente', machineReadable: 'TD1' },
  MY: {
    name: 'Permanent resident card (MyPR)',
    expires: false,
    number: ['Identity card number', '\\d{12}'],
  },
  OM: {
    name: 'Resident card',
    localName: 'بطاقة مقيم',
    machineReadable: 'TD1',
    number: ['Civil number', '\\d{6,9}'],
  },
  PA: { name: 'Foreigner card', localName: 'Carné de residente' },
  PE: { name: 'Foreigner card', localName: 'Carné de extranjería', number: ['Card number', '\\d{9}'] },
  RS: { name: 'Residence permit', localName: 'Дозвола за боравак', machineReadable: 'TD1' },
  RU: { name: 'Residence permit', localName: 'Вид на жительство', number: ['Series and number', '\\d{9}'] },
  SA: {
    name: 'Resident identity (Iqama)',
    localName: 'هوية مقيم',
    machineReadable: 'TD1',
    number: ['Iqama number', '2\\d{9}', 'luhn'],
  },
  SG: { name: 'Long-term visit pass or dependant’s pass', number: ['FIN', '[FGM]\\d{7}[A-Z]', 'singapore'] },
  TH: {
    name: 'Identity card for persons without Thai nationality',
    localName: 'บัตรประจำตัวคนซึ่งไม่มีสัญชาติไทย',
    number: ['Identity number', '\\d{13}', 'TH.idnr'],
  },
  TR: {
    name: 'Residence permit',
    localName: 'İkamet izni belgesi',
    machineReadable: 'TD1',
    number: ['Identity number', '99\\d{9}', 'TR.tckimlik'],
  },
  TW: {
    name: 'Resident certificate',
    localName: '居留證',
    number: ['UI number', '[A-Z][A-D89]\\d{8}', 'TW.ui'],
  },
  UA: { name: 'Residence permit', localName: 'Посвідка на проживання', machineReadable: 'TD1' },
  US: {
    name: 'Permanent resident card (Form I-551)',
    machineReadable: 'TD1',
    number: ['USCIS number', 'A?\\d{7,9}'],
  },
  UY: {
    name: 'Identity card for foreigners',
    localName: 'Cédula de identidad',
    machineReadable: 'TD1',
    number: ['Card number', '\\d{7,8}', 'UY.cedula'],
  },
  ZA: { name: 'Permanent residence permit', sides: 1, expires: false },
};
