import { Text, Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { uploadSnippet } from './call-snippets.ts';
import { CodeBlock } from './code-block.tsx';

/** How a file is uploaded with a token, which the page does not do. */
export function UploadWords({ storageUrl }: { readonly storageUrl: string }) {
  return (
    <div>
      <Title order={3} size="h6">
        {text('operations.uploadTitle')}
      </Title>
      <Text size="sm" className="gh-dim" mb={6}>
        {text('operations.uploadWords')}
      </Text>
      <CodeBlock label={text('operations.uploadTitle')} text={uploadSnippet(storageUrl)} />
    </div>
  );
}
