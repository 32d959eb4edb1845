import type { KeyView } from '@gatehouse/contract';
import { Select, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useDomain } from '../domain.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { CodeSample } from '../ui/code-sample.tsx';
import { nameOf } from './key-dialogs.tsx';
import { runsAs, type SnippetLanguage, snippet, snippetLanguages, snippetOperations } from './snippets.ts';

/** Programs for the key and domain that one chose. */
export function FirstCall({
  baseUrl,
  keys,
}: {
  readonly baseUrl: string;
  readonly keys: readonly KeyView[];
}) {
  const domain = useDomain();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const usable = keys.filter(
    ({ state, domains, operations }) =>
      state === 'enabled' &&
      (domains === null || domains.includes(domain)) &&
      (operations.includes('*') ||
        Object.values(snippetOperations).every((name) => operations.includes(name))),
  );
  const [chosen, choose] = useState<string>();
  const apiKey = usable.find((key) => key.apiKey === chosen)?.apiKey ?? usable[0]?.apiKey;
  return (
    <section className="gh-panel gh-form" aria-label={text('keys.firstCall')} style={{ marginTop: 12 }}>
      <Title order={2} size="h5" mb={4}>
        {text('keys.firstCall')}
      </Title>
      {apiKey === undefined ? (
        <Text size="sm" className="gh-dim">
          {text('keys.noKeyMayCall', { operations: text('keys.and', snippetOperations), domain })}
        </Text>
      ) : (
        <>
          <Text size="sm" className="gh-dim" mb="sm">
            <Sentence
              name="keys.firstCallWords"
              parts={{ domain, variable: <code>GATEHOUSE_API_SECRET</code> }}
            />
          </Text>
          <Select
            label={text('keys.key')}
            data={usable.map((key) => ({ value: key.apiKey, label: nameOf(key) }))}
            value={apiKey}
            onChange={(value) => choose(value ?? undefined)}
            allowDeselect={false}
            maw={320}
            mb="sm"
          />
          <CodeSample
            label={text('keys.codeSample')}
            languages={snippetLanguages}
            language={language}
            choose={setLanguage}
            text={snippet(language, { baseUrl, apiKey, domain })}
            words={runsAs[language]}
          />
        </>
      )}
    </section>
  );
}
