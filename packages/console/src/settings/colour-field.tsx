import {
  contrast,
  formatColour,
  parseColour,
  readable,
  readableOn,
  textOn,
} from '@gatehouse/contract/colours';
import { Group, Text, TextInput } from '@mantine/core';
import { text } from '../messages/text.ts';
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
          label={text('settings.colour')}
          description={text('settings.colourWords')}
          placeholder="#0a7d55"
          dir="ltr"
          value={props.colour}
          readOnly={choose === undefined}
          error={props.error ?? (isWrong ? text('settings.notAColour') : undefined)}
          onChange={(event) => choose?.(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <input
          type="color"
          className="gh-colour"
          aria-label={text('settings.pickColour')}
          disabled={choose === undefined}
          value={colour === null ? '#1d4f91' : formatColour(colour)}
          onChange={(event) => choose?.(event.currentTarget.value)}
        />
      </Group>
      {colour && (
        <ul className="gh-contrasts" aria-label={text('settings.contrast')} aria-live="polite">
          {readingsOf(colour).map(({ words, isEnough }) => (
            <li key={words}>
              <Text size="xs" className={isEnough ? 'gh-agree' : 'gh-contradict'} span>
                {isEnough ? text('settings.pass') : text('settings.fail')}{' '}
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
      words: text(letters[0] === 255 ? 'settings.whiteText' : 'settings.blackText', {
        ratio: ratio(onButton),
      }),
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
              ? text(`settings.textOn-${scheme}`, { ratio: ratio(asText) })
              : text(`settings.textPoor-${scheme}`, { ratio: ratio(asText), colour: made }),
          isEnough: asText >= readable,
        },
        {
          words:
            asButton >= visible
              ? text(`settings.buttonOn-${scheme}`, { ratio: ratio(asButton) })
              : text(`settings.buttonPoor-${scheme}`, { ratio: ratio(asButton), colour: made }),
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
