import type { ConsentView } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { currentLocale, text } from '../messages/text.ts';
import { formatZonedInstant } from '../ui/format.ts';

const languageNames = new Intl.DisplayNames(currentLocale(), { type: 'language' });

/** What the end user agreed to, in the words that stood on the screen. */
export function Consents({ consents }: { readonly consents: readonly ConsentView[] }) {
  if (consents.length === 0) return null;
  return (
    <section className="gh-panel" style={{ padding: 12 }} aria-label={text('documents.consents')}>
      <Title order={2} size="h5" mb={6}>
        {text('documents.consents')}
      </Title>
      {consents.map(({ version, language, text: agreed, sha256, agreedAt }) => (
        <article key={agreedAt}>
          <Text size="sm" lang={language} dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {agreed}
          </Text>
          <Text size="xs" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
            {text('documents.consentFacts', {
              at: formatZonedInstant(agreedAt),
              version,
              language: languageNames.of(language) ?? language,
              sha256,
            })}
          </Text>
        </article>
      ))}
    </section>
  );
}
