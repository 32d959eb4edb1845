/** A shape of a picture: an element of SVG with presentation attributes alone, so that any renderer draws it. */
export interface PictureElement {
  readonly name: 'g' | 'path' | 'rect' | 'text' | 'title';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (PictureElement | string)[];
}

export function element(
  name: PictureElement['name'],
  attributes: PictureElement['attributes'],
  ...children: readonly (PictureElement | string)[]
): PictureElement {
  return { name, attributes, children };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Control characters have no place in XML, and neither have halves of a surrogate pair. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => escapes[character]!);
}

export function xmlOf({ name, attributes, children }: PictureElement): string {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : xmlOf(child)));
  return `<${name}${own.join('')}>${inner.join('')}</${name}>`;
}
