/** Version of the service, as leases, the log and marks of migrations have it. */
export const serviceVersion = '0.1.0';

/** Whether a version `MAJOR.MINOR.PATCH` came before another. */
export function isVersionBefore(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split('.').map(Number));
  for (const [index, number] of a!.entries()) {
    const difference = number - (b![index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
