import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useState } from 'react';

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
      label="Logo"
      labelElement="div"
      description="PNG, JPEG or WebP of at most 100 KiB; shown 32 pixels high"
      error={fault ?? props.error}
    >
      <Group gap="sm" mt={4}>
        {props.logo === '' ? (
          <Text size="sm" className="gh-dim">
            None
          </Text>
        ) : (
          <img className="gh-logo" src={props.logo} alt="The logo" />
        )}
        {choose && (
          <>
            <FileButton accept={types.join(',')} onChange={(file) => void take(file)}>
              {(button) => (
                <Button variant="default" {...button}>
                  {props.logo === '' ? 'Choose a file' : 'Choose another file'}
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
                Remove logo
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
    return `${file.name} is ${file.type || 'of an unknown type'}. Use PNG, JPEG or WebP`;
  if (file.size > maxBytes) return `${file.name} has ${file.size} bytes. At most ${maxBytes} are allowed`;
  const picture = await createImageBitmap(file).catch(() => undefined);
  picture?.close();
  return picture === undefined ? `${file.name} is not a complete picture` : undefined;
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}
