/** Hands a file out to be kept. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** `cases-retail` of today as `cases-retail-2026-03-01.csv`. */
export function datedName(name: string, ending: string): string {
  return `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`;
}
