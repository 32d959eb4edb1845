/** Whether the store, and UTF-8 itself, can hold a text: without U+0000 and without half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Whether every percent sign of an address or a part of one begins a byte of valid UTF-8. */
export function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}
