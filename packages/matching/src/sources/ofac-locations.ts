/** Reference values, places and dates of the Treasury's advanced XML, which name each other by number. */
import { dayInterval, daysInMonth, isoDate } from '../dates.ts';
import type { DateInterval } from '../entry.ts';
import { around } from './dates-in-words.ts';
import { joinParts } from './list-entry.ts';
import { parseCountry } from './parse-country.ts';
import { attribute, childNamed, childrenNamed, childText, textsAt, type XmlNode } from './xml-records.ts';

/** The tables at the beginning of the file: by the name of their elements, then by id. */
export class ReferenceValues {
  readonly #nodes = new Map<string, Map<string, XmlNode>>();

  /** Takes in a `ReferenceValueSets` element. */
  add(sets: XmlNode): void {
    for (const set of sets.children) {
      for (const value of set.children) {
        const id = attribute(value, 'ID');
        if (!id) continue;
        const table = this.#nodes.get(value.name) ?? new Map<string, XmlNode>();
        table.set(id, value);
        this.#nodes.set(value.name, table);
      }
    }
  }

  node(element: string, id: string | undefined): XmlNode | undefined {
    return id === undefined ? undefined : this.#nodes.get(element)?.get(id);
  }

  /** Text of a value; undefined for an unknown id. */
  text(element: string, id: string | undefined): string | undefined {
    const text = this.node(element, id)?.text.replace(/\s+/g, ' ').trim();
    return text ? text : undefined;
  }

  /** Name and code of a country. */
  country(id: string | undefined): { name?: string; code?: string } {
    const name = this.text('Country', id);
    const code = parseCountry(attribute(this.node('Country', id), 'ISO2')) ?? parseCountry(name);
    return { ...(name ? { name } : {}), ...(code ? { code } : {}) };
  }
}

export interface Place {
  text?: string;
  /** ISO 3166 alpha-2. */
  country?: string;
}

/** Order in which the parts of a place are written; unknown kinds go last. */
const PARTS = ['ADDRESS1', 'ADDRESS2', 'ADDRESS3', 'CITY', 'STATE/PROVINCE', 'POSTAL CODE', 'REGION'];

/** A `Location` element as text and country. */
export function placeOf(location: XmlNode, values: ReferenceValues): Place {
  const parts = childrenNamed(location, 'LocationPart').map((part) => {
    const kind = values.text('LocPartType', attribute(part, 'LocPartTypeID')) ?? '';
    const rank = PARTS.indexOf(kind.toUpperCase());
    return { rank: rank < 0 ? PARTS.length : rank, text: textsAt(part, 'LocationPartValue', 'Value')[0] };
  });
  parts.sort((a, b) => a.rank - b.rank);
  const country = values.country(attribute(childNamed(location, 'LocationCountry'), 'CountryID'));
  const text = joinParts([...parts.map((part) => part.text), country.name]);
  return { ...(text ? { text } : {}), ...(country.code ? { country: country.code } : {}) };
}

/** A point in time, whose month and day may be missing: the first or the last day that it may be. */
function dayOf(point: XmlNode | undefined, end: 'first' | 'last'): string | undefined {
  if (!point) return undefined;
  const year = Number(childText(point, 'Year'));
  if (!year) return undefined;
  const month = Number(childText(point, 'Month')) || (end === 'first' ? 1 : 12);
  const day = Number(childText(point, 'Day')) || (end === 'first' ? 1 : daysInMonth(year, month));
  return isoDate(year, month, day);
}

/** `YYYY-MM-DD` of an element with Year, Month and Day. */
export function pointDate(point: XmlNode | undefined): string | undefined {
  return dayOf(point, 'first');
}

/** How exact a span is, by where it begins and ends. */
function precisionOf(from: string, to: string): DateInterval['precision'] {
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)];
  if (from === `${year}-01-01` && to === `${year}-12-31`) return 'year';
  const lastOfMonth = daysInMonth(Number(year), Number(from.slice(5, 7)));
  return from === `${month}-01` && to === `${month}-${lastOfMonth}` ? 'month' : 'range';
}

/**
 * A `DatePeriod` element as a span: from the earliest start to the latest end. A single point without an end is
 * as long as what it leaves out.
 */
export function periodOf(period: XmlNode): DateInterval | undefined {
  const [start, end] = [childNamed(period, 'Start'), childNamed(period, 'End')];
  const from = dayOf(childNamed(start, 'From') ?? childNamed(start, 'To'), 'first');
  const last =
    childNamed(end, 'To') ?? childNamed(end, 'From') ?? childNamed(start, 'To') ?? childNamed(start, 'From');
  const to = dayOf(last, 'last');
  if (!from || !to || to < from) return undefined;
  const isAbout = [start, end].some((point) => attribute(point, 'Approximate') === 'true');
  const span: DateInterval = from === to ? dayInterval(from) : { from, to, precision: precisionOf(from, to) };
  return isAbout ? around(span) : span;
}
