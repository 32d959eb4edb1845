/** Kinds of files by their first bytes, as the service judges them too. */
const beginnings: readonly (readonly [mediaType: string, bytes: readonly (number | null)[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['image/tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['image/tiff', [0x4d, 0x4d, 0x00, 0x2a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

export async function kindOf(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const found = beginnings.find(([, beginning]) =>
    beginning.every((wanted, index) => wanted === null || bytes[index] === wanted),
  );
  return found?.[0] ?? null;
}

/** Kinds that every browser shows. */
export function isShown(mediaType: string): boolean {
  return mediaType.startsWith('image/') && mediaType !== 'image/tiff';
}
