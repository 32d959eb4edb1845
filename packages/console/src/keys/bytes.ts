/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

const shown = 24;

/** The text around a byte, marked before it; line ends and what is no plain letter as they are written in programs. */
export function bytesAround(bytes: Uint8Array, at: number): string {
  const words = (part: Uint8Array) =>
    [...part]
      .map((byte) => {
        if (byte === 10) return '\\n';
        if (byte === 13) return '\\r';
        return byte >= 32 && byte < 127
          ? String.fromCharCode(byte)
          : `\\x${byte.toString(16).padStart(2, '0')}`;
      })
      .join('');
  const from = Math.max(0, at - shown);
  const to = Math.min(bytes.length, at + shown);
  const before = `${from > 0 ? '…' : ''}${words(bytes.subarray(from, at))}`;
  const after = `${words(bytes.subarray(at, to))}${to < bytes.length ? '…' : ''}`;
  return `${before} ▸ ${after === '' ? '(end)' : after}`;
}
