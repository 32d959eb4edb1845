import { Text } from '@mantine/core';
import { sameFileText } from './review-texts.ts';

/** Says that other documents of the case have a file of the same content; nothing where none has. */
export function SameFile({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Text size="sm" fw={600} className="gh-caution">
      {sameFileText(names)}
    </Text>
  );
}
