import type { ExceededHitLimit } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { engineTitles } from './list-titles.ts';
import { subjectLabel } from './subject-label.ts';

/** Says for whom more entries matched than the engine keeps, so that nobody takes the hits shown for all; nothing where none did. */
export function ExceededLimits({ limits }: { readonly limits: readonly ExceededHitLimit[] }) {
  const texts = new Set(limits.map((limit) => exceededText(limit.maxHits, limitLabel(limit))));
  return [...texts].map((each) => <LimitText key={each}>{each}</LimitText>);
}

/** The same for one engine of a quick scan. */
export function ExceededMaxHits({ maxHits }: { readonly maxHits: number | null }) {
  return maxHits === null ? null : <LimitText>{exceededText(maxHits)}</LimitText>;
}

function LimitText({ children }: { readonly children: string }) {
  return (
    <Text size="sm" className="gh-caution" mb={6} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

/** How many more nobody counted: the search skips them. */
function exceededText(max: number, whom?: string): string {
  return whom === undefined
    ? text('hits.furtherMatches', { max })
    : text('hits.furtherMatchesOf', { max, whom });
}

function limitLabel({ engine, ...subject }: ExceededHitLimit): string {
  return `${engineTitles[engine]}, ${subjectLabel({ ...subject, key: '' })}`;
}
