import type { KeyView } from '@gatehouse/contract';
import { Select, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useDomain } from '../domain.ts';
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
      (operations.includes('*') || snippetOperations.every((name) => operations.includes(name))),
  );
  const [chosen, choose] = useState<string>();
  const apiKey = usable.find((key) => key.apiKey === chosen)?.apiKey ?? usable[0]?.apiKey;
  return (
    <section className="gh-panel gh-form" aria-label="First call" style={{ marginTop: 12 }}>
      <Title order={2} size="h5" mb={4}>
        First call
      </Title>
      {apiKey === undefined ? (
        <Text size="sm" className="gh-dim">
          No enabled key may call {snippetOperations.join(' and ')} for {domain}.
        </Text>
      ) : (
        <>
          <Text size="sm" className="gh-dim" mb="sm">
            Searches the watchlist of {domain}, which uses no credits. Set <code>GATEHOUSE_API_SECRET</code>{' '}
            to the key’s secret, then run it.
          </Text>
          <Select
            label="Key"
            data={usable.map((key) => ({ value: key.apiKey, label: nameOf(key) }))}
            value={apiKey}
            onChange={(value) => choose(value ?? undefined)}
            allowDeselect={false}
            maw={320}
            mb="sm"
          />
          <CodeSample
            label="Code sample"
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
