/** Code that is read, and moved by keys where it is wider than its place. */
export function CodeBlock({ label, text: code }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-program" aria-label={label} tabIndex={0}>
      <pre dir="ltr" translate="no">
        {code}
      </pre>
    </section>
  );
}
