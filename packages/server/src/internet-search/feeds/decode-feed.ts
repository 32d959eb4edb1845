/** The text of a feed's bytes, whatever the publisher says or fails to say of their encoding. */
export function decodeFeed(bytes: Uint8Array, contentType: string | undefined): string {
  const declared = [byteOrderMark(bytes), charsetOf(contentType), encodingOf(bytes), 'utf-8'];
  for (const label of declared) {
    const text = label === undefined ? undefined : decoded(bytes, label);
    if (text !== undefined) return text;
  }
  // Some publishers write the bytes of their Windows machine whatever the first line says; every byte is a letter there.
  return new TextDecoder('windows-1252').decode(bytes);
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
}

/** What the XML declaration says, which is ASCII in every encoding that feeds are written in. */
function encodingOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
}

/** Undefined for an encoding that is not known, or that the bytes are not in. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
