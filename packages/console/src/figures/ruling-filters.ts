import type { HitPrecision } from '@gatehouse/contract';

const engines = ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST'] as const;
const bands = ['strong', 'weaker'] as const;
const verdicts = ['TRUE_MATCH', 'FALSE_POSITIVE', 'UNDECIDED'] as const;

/** Which rulings are listed; kept in the address. */
export interface RulingFilters {
  /** Epoch milliseconds. */
  readonly from?: number;
  readonly to?: number;
  readonly list?: string;
  readonly engine?: NonNullable<HitPrecision['engine']>;
  readonly band?: NonNullable<HitPrecision['band']>;
  readonly ruling?: (typeof verdicts)[number];
}

/** The filters of an address; what is none is left out. */
export function readRulingFilters(search: Readonly<Record<string, unknown>>): RulingFilters {
  const instant = (name: 'from' | 'to') =>
    Number.isSafeInteger(search[name]) && (search[name] as number) >= 0 ? search[name] : undefined;
  const word = (table: readonly string[], name: string) => table.find((each) => each === search[name]);
  const list = search['list'];
  const stated = {
    from: instant('from'),
    to: instant('to'),
    list: typeof list === 'string' && /^[a-z0-9-]{1,40}$/.test(list) ? list : undefined,
    engine: word(engines, 'engine'),
    band: word(bands, 'band'),
    ruling: word(verdicts, 'ruling'),
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
}
