/** A text in which no date is broken over two lines: browsers break at its hyphens. */
export function WholeDates({ words }: { readonly words: string }) {
  return words.split(/(\d{4}-\d{2}-\d{2})/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <span key={index} className="gh-short">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
