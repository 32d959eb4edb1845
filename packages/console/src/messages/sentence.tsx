import { Fragment, type ReactNode } from 'react';
import type { PlaceholderOf, TextKey } from './catalogue.ts';
import { apart, rawText } from './text.ts';

/** A text of the catalogue with elements at its placeholders, wherever the language puts them. */
export function Sentence<Key extends TextKey>({
  name,
  parts,
}: {
  readonly name: Key;
  readonly parts: { readonly [Name in PlaceholderOf<Key>]: ReactNode };
}) {
  const pieces = rawText(name).split(/\{(\w+)\}/);
  return pieces.map((piece, index) => {
    const content =
      index % 2 === 0 ? piece : shownPart((parts as Readonly<Record<string, ReactNode>>)[piece]);
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
    return <Fragment key={index}>{content}</Fragment>;
  });
}

function shownPart(part: ReactNode): ReactNode {
  return typeof part === 'string' ? apart(part) : part;
}
