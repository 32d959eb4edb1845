import { Textarea } from '@mantine/core';
import { text } from '../messages/text.ts';
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
      dir="ltr"
      autosize
      minRows={2}
      maxRows={12}
      value={value}
      readOnly={!write}
      error={fault && faultText(fault)}
      onChange={(event) => write?.(event.currentTarget.value)}
    />
  );
}

function faultText({ line, message }: LineFault): string {
  return line === undefined
    ? message
    : text('settings.lineFault', { line: line.number, value: line.text, message });
}
