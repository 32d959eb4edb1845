import {
  contrast,
  formatColour,
  parseColour,
  readable,
  readableOn,
  textOn,
} from '@gatehouse/contract/colours';
import { Group, Text, TextInput } from '@mantine/core';
import { grounds } from './branding-preview.tsx';

/** Enough for what a control is made out by (WCAG 2.2, 1.4.11). */
const visible = 3;

/** The tenant's colour, and while it is chosen what can be read on it and of it. */
export function ColourField(props: {
  readonly colour: string;
  readonly error: string | undefined;
  readonly choose: ((colour: string) => void) | undefined;
}) {
  const { choose } = props;
  const colour = parseColour(props.colour);
  const isWrong = props.colour !== '' && colour === null;
  return (
    <div>
      <Group align="end" gap="sm" wrap="nowrap">
        <TextInput
          label="Colour"
          description="Fills the main button. Empty: the default colour"
          placeholder="#0a7d55"
          value={props.colour}
          readOnly={choose === undefined}
          error={props.error ?? (isWrong ? 'must be a colour such as #0a7d55' : undefined)}
          onChange={(event) => choose?.(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <input
          type="color"
          className="gh-colour"
          aria-label="Pick colour"
          disabled={choose === undefined}
          value={colour === null ? '#1d4f91' : formatColour(colour)}
          onChange={(event) => choose?.(event.currentTarget.value)}
        />
      </Group>
      {colour && (
        <ul className="gh-contrasts" aria-label="Contrast check (WCAG 2.2 AA)" aria-live="polite">
          {readingsOf(colour).map(({ words, isEnough }) => (
            <li key={words}>
              <Text size="xs" className={isEnough ? 'gh-agree' : 'gh-contradict'} span>
                {isEnough ? 'Pass: ' : 'Fail: '}
              </Text>
              <Text size="xs" span>
                {words}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Rgb = NonNullable<ReturnType<typeof parseColour>>;

function readingsOf(colour: Rgb): { readonly words: string; readonly isEnough: boolean }[] {
  const letters = textOn(colour);
  const onButton = contrast(colour, letters);
  return [
    {
      words: `${letters[0] === 255 ? 'white' : 'black'} text on the button, ${ratio(onButton)}`,
      isEnough: onButton >= readable,
    },
    ...(['light', 'dark'] as const).flatMap((scheme) => {
      const { page, surface } = grounds[scheme];
      const asText = contrast(parseColour(page)!, colour);
      const made = formatColour(readableOn(parseColour(page)!, colour));
      const asButton = contrast(parseColour(surface)!, colour);
      return [
        {
          words:
            asText >= readable
              ? `as text on a ${scheme} background, ${ratio(asText)}`
              : `as text on a ${scheme} background, ${ratio(asText)} of 4.5:1; the pages use ${made} instead`,
          isEnough: asText >= readable,
        },
        {
          words:
            asButton >= visible
              ? `button on a ${scheme} background, ${ratio(asButton)}`
              : `button on a ${scheme} background, ${ratio(asButton)} of 3:1; the pages add a border in ${made}`,
          isEnough: asButton >= visible,
        },
      ];
    }),
  ];
}

function ratio(value: number): string {
  // Rounded down, so that what is not enough never looks enough.
  return `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;
}
