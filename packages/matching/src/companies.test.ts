import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { enginePolicies } from './engines/table.ts';
import { buildIndex, openIndex } from './index/format/index.ts';
import { screen } from './screen.ts';
import { watchlistEntry } from './sources/watchlist.ts';

const WEAK = 0.65;
const weak = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 10 });

/** Scores by themselves and from an index at WEAK (0 for no hit). */
function scores(customer: string, listed: string): number[] {
  const entries = [watchlistEntry({ id: 'A', name: listed, type: 'corporate' })];
  const index = openIndex(buildIndex(entries, { source: 'test', version: '1' }));
  const hit = screen([index], { name: customer, type: 'corporate' }, weak).hits[0];
  return [compare(customer, listed, { type: 'corporate' }).score, hit?.score ?? 0];
}

type Pairs = readonly (readonly [customer: string, listed: string])[];

function expectAtLeast(score: number, pairs: Pairs): void {
  for (const [customer, listed] of pairs)
    expect(Math.min(...scores(customer, listed)), `${customer} ~ ${listed}`).toBeGreaterThanOrEqual(score);
}

function expectBelow(score: number, pairs: Pairs): void {
  for (const [customer, listed] of pairs)
    expect(Math.max(...scores(customer, listed)), `${customer} ~ ${listed}`).toBeLessThan(score);
}

describe('a letter in the name of a company', () => {
  it('stands for a word beside a distinctive word, and not beside words that many share', () => {
    expectAtLeast(WEAK, [
      ['Quill Feather Trading', 'Q. Feather Trading'],
      ['J. Lindenberg Shipping', 'Johann Lindenberg Shipping'],
    ]);
    expectAtLeast(0.9, [
      ['Q Feather Ltd', 'QFeather Ltd'],
      ['Q Bank SA', 'QBank SA'],
      ['V Quills', 'VQuills'],
    ]);
    expectBelow(WEAK, [
      ['Margrave Investment LLC', 'M Invest, OOO'],
      ['Moorland Marine S.A.', 'M. Marine S.A.L.'],
      ['G&G Internacional S.A.S.', 'Gonzago International B.V.'],
    ]);
  });
});

describe('a short form of three letters', () => {
  it('stands for words that many share only where there is nothing else', () => {
    expectAtLeast(0.7, [
      ['QFT Ltd', 'Quill Feather Trading Ltd'],
      ['PLA', "People's Liberation Army"],
      ['QGHG Ltd', 'Quill General Holding Group Ltd'],
    ]);
    expectBelow(WEAK, [
      ['Clauson Marine Technology FZE', "OOO 'CMT-K'"],
      ['Kelter General Import GmbH', 'KGI International Company Ltd'],
      ['Asmund Marine (Dubai) LLC', 'AMD Co. Ltd Agency'],
    ]);
  });
});

describe('a company word that a name is joined with', () => {
  it('makes no other word of it', () => {
    expectBelow(WEAK, [['Lie Construction', 'Reconstruction Foundation']]);
    expectAtLeast(0.8, [['Petra Construction', 'Petraconstruction']]);
  });
});

describe('another kind of company', () => {
  it('is as near by one distinctive word as by two, and no hit at STRONG', () => {
    const pairs = [
      ['Quillfeather AG', 'Quillfeather FZE'],
      ['Quillfeather S.A.', 'Quillfeather Ltda.'],
      ['Quillfeather Trading GmbH', 'Quillfeather Trading AG'],
    ] as const;
    expectAtLeast(0.69, pairs);
    expectBelow(0.7, pairs);
    expectBelow(WEAK, [
      ['Construction JSC', 'Construction Ltd'],
      ['Quillfeather Foundation', 'Quillfeather GmbH'],
    ]);
  });
});

describe('a legal form', () => {
  it('is known with its words in any order or without one of them', () => {
    expectAtLeast(0.9, [
      ['Company Stock Joint Quillbank', 'Joint Stock Company Quillbank'],
      ['Joint Stock Quillbank', 'Joint Stock Company Quillbank'],
      ['Obshchestvo Aktsionernoe Gusinoe Pero', 'Aktsionernoe Obshchestvo Gusinoe Pero'],
      ['R.L. de Plumas Inc, C.V. de S.', 'Plumas Inc, S. de R.L. de C.V.'],
      ['Pluma Roja Anonima', 'Pluma Roja Sociedad Anonima'],
    ]);
    expectBelow(WEAK, [
      ['Stock Company Quillbank Joint', 'Joint Stock Company Inkbank'],
      ['Joint Quill Company', 'Quill Joint Stock Company'],
      ['Hartung International FZE', 'Int Ltd EOOD'],
    ]);
  });

  it('is known at the end without one of its letters, and at the beginning with another one', () => {
    expectAtLeast(0.9, [
      ['Quillfeather LC', 'Quillfeather LLC'],
      ['Quillfeather OiD', 'Quillfeather OOD'],
      ['OJgSC Quillfeather', 'OJSC Quillfeather'],
    ]);
    expectBelow(0.7, [
      ['Oak Trading', 'Trading OAO'],
      ['Quill Fe', 'Quill FZE'],
      ['Quill TD', 'Quill Ltd'],
      ['CSC Quillfeather', 'CJSC Quillfeather'],
    ]);
  });

  it('is known where it is written together with a word', () => {
    expectAtLeast(0.9, [
      ['OJSCQUILLFEATHER', 'OJSC QUILLFEATHER'],
      ['QUILL FEATHERBANKAG', 'QUILL FEATHERBANK AG'],
      ['FEATHER 88LIMITED', 'FEATHER 88 LIMITED'],
      ['IGALTDA', 'IGA LTDA'],
    ]);
    expectBelow(0.9, [['Quill Unlimited', 'Quill Un Limited']]);
    expectBelow(0.7, [
      ['Zaozhuang Trading', 'Zhuang Trading'],
      ['Feather Montag', 'Feather Mont AG'],
    ]);
  });
});

describe('words of companies that are written together', () => {
  it('are divided no further than they are written', () => {
    expectAtLeast(0.9, [
      ['Hong Kong Intertradecompany', 'Hong Kong Intertrade Company'],
      ['Serviciosempresariales Pluma', 'Servicios Empresariales Pluma'],
      ['Tivasanat Group', 'Tiva Sanat Group'],
      ['Inmobiliariadel Rio Ltda', 'Inmobiliaria del Rio Ltda'],
    ]);
    expectBelow(WEAK, [
      ['Groupama', 'Ama Group'],
      ['Bancomer', 'Mer Bank'],
      ['Friendship Trading', 'Friend Trading'],
      ['Champion LLC', 'Championship LLC'],
    ]);
  });
});

describe('small words and ordinals in the names of companies', () => {
  it('are known as they are misread or mistyped', () => {
    expectAtLeast(0.9, [
      ['A1 Quill', 'Al Quill'],
      ['Clan DcL Quill', 'Clan del Quill'],
      ['LSO Quills', 'Los Quills'],
      ['Fifteenbth Quill GmbH', 'Fifteenth Quill GmbH'],
    ]);
    expectBelow(0.7, [
      ['Firth Star Ltd', 'Fifth Star Ltd'],
      ['DC Quill', 'EDS Quill'],
      ['ALS Quill Ltd', 'ADN Quill Ltd'],
      ['Lie Construction', 'Foundation for Construction'],
      ['Fourteenth Quill GmbH', 'Fifteenth Quill GmbH'],
      ['Seventy Quills Ltd', 'Seventh Quills Ltd'],
      ['Eighty Quills Ltd', '8 Quills Ltd'],
      ['Forth Quills', 'Fourth Quills'],
      ['Bac Ninh Quills', 'Bac Ninth Quills'],
    ]);
  });
});
