/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(instant.getTime()) &&
    instant.toISOString().startsWith(text)
  );
}
