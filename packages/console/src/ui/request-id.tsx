import { Code, CopyButton, Group, Text, UnstyledButton } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import { requestIdOf } from '../api.ts';
import { text } from '../messages/text.ts';
import { Icon } from './icon.tsx';

/** The id by which the service's log has the request that failed, to be copied; nothing where there is none. */
export function RequestId({ error }: { readonly error: unknown }) {
  const id = requestIdOf(error);
  if (id === undefined) return null;
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="xs" className="gh-dim">
        {text('ui.requestId')}
      </Text>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <UnstyledButton
            className="gh-request-id"
            onClick={copy}
            aria-label={copied ? text('terms.copied') : text('terms.copyId', { id })}
          >
            <Code dir="ltr">{id}</Code>
            <Icon of={Copy} />
          </UnstyledButton>
        )}
      </CopyButton>
    </Group>
  );
}
