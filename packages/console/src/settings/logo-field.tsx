import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useState } from 'react';
import { text } from '../messages/text.ts';

/** As the service takes it. */
const maxBytes = 100 * 1024;
const types = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture from a file, kept as a data URL; the service checks that its bytes are a whole picture. */
export function LogoField(props: {
  readonly logo: string;
  readonly error: string | undefined;
  /** Undefined: nothing may be changed. */
  readonly choose: ((logo: string) => void) | undefined;
}) {
  const { choose } = props;
  const [fault, setFault] = useState<string>();
  const take = async (file: File | null) => {
    if (file === null || choose === undefined) return;
    const wrong = await faultIn(file);
    setFault(wrong);
    if (wrong === undefined) choose(await dataUrlOf(file));
  };
  return (
    <Input.Wrapper
      size="xs"
      label={text('settings.logo')}
      labelElement="div"
      description={text('settings.logoWords')}
      error={fault ?? props.error}
    >
      <Group gap="sm" mt={4}>
        {props.logo === '' ? (
          <Text size="sm" className="gh-dim">
            {text('settings.noLogo')}
          </Text>
        ) : (
          <img className="gh-logo" src={props.logo} alt={text('settings.theLogo')} />
        )}
        {choose && (
          <>
            <FileButton accept={types.join(',')} onChange={(file) => void take(file)}>
              {(button) => (
                <Button variant="default" {...button}>
                  {props.logo === '' ? text('settings.chooseFile') : text('settings.chooseOther')}
                </Button>
              )}
            </FileButton>
            {props.logo !== '' && (
              <Button
                variant="default"
                onClick={() => {
                  setFault(undefined);
                  choose('');
                }}
              >
                {text('settings.removeLogo')}
              </Button>
            )}
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}

async function faultIn(file: File): Promise<string | undefined> {
  if (!types.includes(file.type))
    return text('settings.logoType', {
      file: file.name,
      type: file.type || text('settings.unknownType'),
    });
  if (file.size > maxBytes)
    return text('settings.logoSize', { file: file.name, bytes: file.size, most: maxBytes });
  const picture = await createImageBitmap(file).catch(() => undefined);
  picture?.close();
  return picture === undefined ? text('settings.logoDamaged', { file: file.name }) : undefined;
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}
