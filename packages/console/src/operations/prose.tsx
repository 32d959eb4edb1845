/** A text of the contract, which is English in every language; what it has in backticks is code. */
export function Prose({ text: written }: { readonly text: string }) {
  return (
    <span lang="en" dir="ltr">
      {written.split('`').map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which stay in their places
          <code key={index} translate="no">
            {part}
          </code>
        ),
      )}
    </span>
  );
}
