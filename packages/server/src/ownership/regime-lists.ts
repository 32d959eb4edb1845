import type { Regime } from '@gatehouse/contract';

interface RegimeList {
  /** Regimes whose whole list the source holds: whoever is not on it is not listed by them. */
  readonly covers: readonly Regime[];
  /** The regime that blocks whoever the source names; null: some of its entries may be of any regime. */
  readonly blocksBy: Regime | null;
}

/**
 * What a list source says of the regimes. A source that is not here covers none, and a sanctions hit in it is possible
 * under each: the United Nations' list, for one, is carried out by laws of each country.
 */
export const regimeLists: Readonly<Record<string, RegimeList>> = {
  'us-ofac-sdn': { covers: ['OFAC'], blocksBy: 'OFAC' },
  // It repeats the list of OFAC among lists that do not block.
  'us-csl': { covers: ['OFAC'], blocksBy: null },
  'eu-fsf': { covers: ['EU'], blocksBy: 'EU' },
  'uk-sl': { covers: ['UK'], blocksBy: 'UK' },
};
