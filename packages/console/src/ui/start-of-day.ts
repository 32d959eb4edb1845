/** Undefined for what is no day `YYYY-MM-DD`. */
export function startOfDay(day: string, daysLater: number): number | undefined {
  const start = new Date(/^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00` : Number.NaN);
  // By the calendar: a day of a changed clock is not as long as others.
  const at = start.setDate(start.getDate() + daysLater);
  return at >= 0 ? at : undefined;
}
