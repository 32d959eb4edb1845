import type { ComboboxItem } from '@mantine/core';

/** A choice by its name, with the code that the interface has for it beside it. */
export function CodedOption({ option: { value, label } }: { readonly option: ComboboxItem }) {
  return (
    <span>
      {label} <code className="gh-dim">{value}</code>
    </span>
  );
}
