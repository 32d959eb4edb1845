/** Days of a time zone, as instants. */

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** The form of the names of the IANA database. Offsets such as `+02:00` are none of them. */
const zoneForm = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

export interface LocalDay {
  /** `YYYY-MM-DD` in the time zone. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  /** Exclusive. */
  readonly endsAt: number;
}

/** The day of an instant in a time zone; undefined where the zone is not known. */
export function localDayOf(at: number, timeZone: string): string | undefined {
  return dayFormat(timeZone)?.format(at);
}

/**
 * The days from the first to the last one, both included. A day of a change of clocks has more or fewer hours than 24, and
 * where its midnight is skipped it begins later. A day that a zone left out has none.
 */
export function localDays(from: string, until: string, timeZone: string): LocalDay[] {
  const format = dayFormat(timeZone);
  if (format === undefined) throw new Error(`${timeZone} is no time zone`);
  const days: LocalDay[] = [];
  let startsAt = startOf(from, format);
  for (let day = from; day <= until; day = nextDay(day)) {
    const endsAt = startOf(nextDay(day), format);
    days.push({ day, startsAt, endsAt });
    startsAt = endsAt;
  }
  return days;
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

/** The first minute whose day in the zone is this one, or a later one where the zone left it out. */
function startOf(day: string, format: Intl.DateTimeFormat): number {
  const midnight = Date.parse(day);
  // No zone is further from UTC. Clocks never go back into a day before, so the days of these minutes are in order.
  let [before, found] = [midnight - 15 * hourMs, midnight + 15 * hourMs];
  while (found - before > minuteMs) {
    const middle = before + Math.floor((found - before) / 2 / minuteMs) * minuteMs;
    if (format.format(middle) < day) before = middle;
    else found = middle;
  }
  return found;
}

/** Writes `YYYY-MM-DD`; undefined where the zone is not known. */
function dayFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!zoneForm.test(timeZone)) return undefined;
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch (err) {
    if (err instanceof RangeError) return undefined;
    throw err;
  }
}
