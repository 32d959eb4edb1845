import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { CodeSample } from '../ui/code-sample.tsx';
import {
  type CallLanguage,
  type CallSnippet,
  callRunsAs,
  callSnippet,
  languagesFor,
} from './call-snippets.ts';

/** The call as a program, to be run where the secret is. */
export function CallCode({ snippet }: { readonly snippet: CallSnippet }) {
  const [chosen, choose] = useState<CallLanguage>('curl');
  const languages = languagesFor(snippet);
  const language = languages.includes(chosen) ? chosen : 'curl';
  return (
    <div>
      <Title order={3} size="h6">
        {text('operations.asCode')}
      </Title>
      <Text size="sm" className="gh-dim" mb={6}>
        <Sentence name="operations.codeWords" parts={{ variable: <code>GATEHOUSE_API_SECRET</code> }} />
      </Text>
      <CodeSample
        label={text('operations.asCode')}
        languages={languages}
        language={language}
        choose={choose}
        text={callSnippet(language, snippet)}
        words={callRunsAs[language]}
      />
    </div>
  );
}
