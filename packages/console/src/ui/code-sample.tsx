import { Button, CopyButton, Group, Select, Text } from '@mantine/core';
import { text } from '../messages/text.ts';

/** A text to be run elsewhere, in one of several languages, to be copied as it is. */
export function CodeSample<Language extends string>(props: {
  readonly label: string;
  readonly languages: readonly Language[];
  readonly language: Language;
  readonly choose: (language: Language) => void;
  readonly text: string;
  /** How it is run. */
  readonly words: string;
}) {
  return (
    <>
      <Group justify="space-between" align="end" mb={6}>
        <Select
          label={text('ui.codeLanguage')}
          data={[...props.languages]}
          value={props.language}
          onChange={(value) => value !== null && props.choose(value as Language)}
          allowDeselect={false}
          w={160}
        />
        <Group gap="sm">
          <Text size="sm" className="gh-dim" dir="auto" translate="no">
            {props.words}
          </Text>
          <CopyButton value={props.text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? text('terms.copied') : text('ui.copyAll')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too */}
      <section className="gh-program" aria-label={props.label} tabIndex={0}>
        <pre dir="ltr" translate="no">
          {props.text}
        </pre>
      </section>
    </>
  );
}
