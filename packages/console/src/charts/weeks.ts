/** The Monday of the week of a day `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

export interface Week<Day> {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly from: string;
  /** Those that are there, in their order. */
  readonly days: readonly [Day, ...Day[]];
}

/** Days one after the other by the weeks that they belong to. */
export function weeksOf<Day extends { readonly day: string }>(days: readonly Day[]): readonly Week<Day>[] {
  return [...Map.groupBy(days, ({ day }) => mondayOf(day))].flatMap(([from, [first, ...others]]) =>
    first === undefined ? [] : [{ from, days: [first, ...others] as const }],
  );
}
