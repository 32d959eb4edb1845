import { describe, expect, it } from 'vitest';
import { guessType } from './guess-type.ts';

describe('guessType', () => {
  it.each([
    'Korrigan Mills, L.L.C.',
    'ELMONT AG',
    'NORDIC MARITIME PTE. LTD.',
    'Canada Lab Instruments',
    'AL-NASER AIRLINES',
    'A & C International',
    'EuroAsia',
    'Wing 27 Aviation',
    'Pars Sanaat Iran',
    'synaptix.net',
    'Academy of Invented Affairs',
    'Towlid Abzar (TABA)',
  ])('takes %s for an organisation', (name) => {
    expect(guessType(name)).toBe('corporate');
  });

  it.each([
    'Tadeg Korrigan',
    'I. ASH',
    "KATHERINE O'NEAL",
    'LUIS ARMANDO COLLINS-AVILA',
    'ABEL HERNANDEZ, JR.',
    'Cho-Man Wong',
    'HANS DE GEETERE',
    'Jum’a Abdul FATTAH',
    'Yaxart OU',
  ])('takes %s for a person', (name) => {
    expect(guessType(name)).toBe('individual');
  });
});
