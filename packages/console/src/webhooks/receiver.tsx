import { Text, Title } from '@mantine/core';
import { useState } from 'react';
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
    <section className="gh-panel gh-block" aria-label="Receiver">
      <Title order={2} size="h5" mb={4}>
        Sample receiver for these settings
      </Title>
      {signature === undefined ? (
        <Text size="sm" className="gh-dim">
          Calls are not signed. The receiver cannot verify who sent them.
        </Text>
      ) : (
        <CodeSample
          label="Receiver code"
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
