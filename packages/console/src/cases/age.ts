/** Age in whole years on a day; undefined where the birth is no full date, or lies ahead. */
export function ageOn(birth: string, today: Date): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birth) ?? [];
  if (year === undefined) return undefined;
  const isAhead =
    today.getMonth() + 1 < Number(month) ||
    (today.getMonth() + 1 === Number(month) && today.getDate() < Number(day));
  const age = today.getFullYear() - Number(year) - (isAhead ? 1 : 0);
  return age < 0 ? undefined : age;
}
