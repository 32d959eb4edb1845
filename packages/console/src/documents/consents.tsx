import type { ConsentView } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { formatInstant } from '../ui/format.ts';

/** What the end user agreed to, in the words that stood on the screen. */
export function Consents({ consents }: { readonly consents: readonly ConsentView[] }) {
  if (consents.length === 0) return null;
  return (
    <section className="gh-panel" style={{ padding: 12 }} aria-label="Consents">
      <Title order={2} size="h5" mb={6}>
        Consents
      </Title>
      {consents.map(({ version, language, text, sha256, agreedAt }) => (
        <article key={agreedAt}>
          <Text size="sm" lang={language} dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
          <Text size="xs" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
            {formatInstant(agreedAt)} · version {version} · {language} · SHA-256 {sha256}
          </Text>
        </article>
      ))}
    </section>
  );
}
