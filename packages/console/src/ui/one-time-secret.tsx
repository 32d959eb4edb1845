import { Button, Code, CopyButton, Group } from '@mantine/core';
import { text } from '../messages/text.ts';

/** A text that nobody is shown again, to be copied before one leaves it. */
export function OneTimeSecret(props: {
  readonly text: string;
  /** For those who hear it. */
  readonly label: string;
  /** What leaving it says, as `I have saved it`. */
  readonly done: string;
  readonly close: () => void;
}) {
  return (
    <>
      <Code block aria-label={props.label} className="gh-once">
        {props.text}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={props.text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? text('terms.copied') : text('terms.copy')}
            </Button>
          )}
        </CopyButton>
        <Button data-autofocus onClick={props.close}>
          {props.done}
        </Button>
      </Group>
    </>
  );
}
