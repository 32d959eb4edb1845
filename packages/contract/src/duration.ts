/** ISO 8601 durations as the workflow file takes them: of fixed length, so without years and months. */

const pattern =
  /^P(?!$)(?:(\d{1,4})W|(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?)$/;

const unitsMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

/**
 * Milliseconds of a duration such as `PT1H`, `P3DT12H` or `P2W`; undefined for any other text. Years and
 * months are none: their length depends on the calendar. Nor are fractions.
 */
export function durationMs(text: string): number | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  return unitsMs.reduce((sum, unit, index) => sum + unit * Number(match[index + 1] ?? 0), 0);
}
