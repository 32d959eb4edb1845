import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { CodeSample } from '../ui/code-sample.tsx';
import {
  type ReceiverLanguage,
  receiverLanguages,
  receiverProgram,
  runsAs,
  type SignatureOf,
} from './receiver-programs.ts';

/** A program that takes this webhook's calls and believes none that is not signed as the definition says. */
export function Receiver({ signature }: { readonly signature: SignatureOf | undefined }) {
  const [language, setLanguage] = useState<ReceiverLanguage>('TypeScript');
  return (
    <section className="gh-panel gh-block" aria-label={text('webhooks.receiver')}>
      <Title order={2} size="h5" mb={4}>
        {text('webhooks.receiverTitle')}
      </Title>
      {signature === undefined ? (
        <Text size="sm" className="gh-dim">
          {text('webhooks.receiverUnsigned')}
        </Text>
      ) : (
        <CodeSample
          label={text('webhooks.receiverCode')}
          languages={receiverLanguages}
          language={language}
          choose={setLanguage}
          text={receiverProgram(language, signature)}
          words={runsAs[language]}
        />
      )}
    </section>
  );
}
