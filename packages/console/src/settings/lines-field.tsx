import { Textarea } from '@mantine/core';
import type { LineFault } from './lines.ts';

/** Texts, one on each line; the one that was refused is named by its own line. */
export function LinesField(props: {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly value: string;
  readonly fault: LineFault | undefined;
  readonly write: ((value: string) => void) | undefined;
}) {
  const { label, description, placeholder, value, fault, write } = props;
  return (
    <Textarea
      label={label}
      description={description}
      placeholder={placeholder}
      autosize
      minRows={2}
      maxRows={12}
      value={value}
      readOnly={!write}
      error={fault && textOf(fault)}
      onChange={(event) => write?.(event.currentTarget.value)}
    />
  );
}

function textOf({ line, message }: LineFault): string {
  return line === undefined ? message : `Line ${line.number}, "${line.text}", ${message}`;
}
