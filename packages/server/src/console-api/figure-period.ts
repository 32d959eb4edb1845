import { type FigurePeriod, maxFigureDays, phrase } from '@gatehouse/contract';
import { type LocalDay, localDayOf, localDays } from '../lib/local-days.ts';
import { ConsoleRefusal } from './console-refusal.ts';

export interface CountedDays {
  readonly period: { readonly timeZone: string; readonly startsAt: number; readonly endsAt: number };
  /** Never empty. */
  readonly days: readonly LocalDay[];
}

/** The days that a call asks for, without those to come; refuses what is no period. */
export function countedDays({ from, until, timeZone }: FigurePeriod, now: Date): CountedDays {
  const today = localDayOf(now.getTime(), timeZone);
  if (today === undefined) {
    throw new ConsoleRefusal('INVALID', phrase('rules.timeZone', { timeZone }), { field: 'timeZone' });
  }
  if (until < from)
    throw new ConsoleRefusal('INVALID', phrase('rules.before', { until, from }), { field: 'until' });
  if (from > today) {
    const message = phrase('rules.inFuture', { from, today, timeZone });
    throw new ConsoleRefusal('INVALID', message, { field: 'from' });
  }
  const count = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  if (count > maxFigureDays) {
    const message = phrase('rules.periodTooLong', { from, until, days: count, max: maxFigureDays });
    throw new ConsoleRefusal('INVALID', message, { field: 'from' });
  }
  const days = localDays(from, until < today ? until : today, timeZone);
  return { period: { timeZone, startsAt: days[0]!.startsAt, endsAt: days.at(-1)!.endsAt }, days };
}
