/**
 * A text of an address; undefined for none, and for one that is too long.
 * @param search the address as the router reads it
 */
export function addressText(
  search: Readonly<Record<string, unknown>>,
  name: string,
  max: number,
): string | undefined {
  // The router reads digits in an address as a number.
  const value = typeof search[name] === 'number' ? String(search[name]) : search[name];
  return typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;
}
