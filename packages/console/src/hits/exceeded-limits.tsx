import type { ExceededHitLimit } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { engineTitles } from './list-titles.ts';
import { subjectLabel } from './subject-label.ts';

/** Says for whom more entries matched than the engine keeps, so that nobody takes the hits shown for all; nothing where none did. */
export function ExceededLimits({ limits }: { readonly limits: readonly ExceededHitLimit[] }) {
  const texts = new Set(limits.map((limit) => exceededText(limit.maxHits, limitLabel(limit))));
  return [...texts].map((text) => <LimitText key={text} text={text} />);
}

/** The same for one engine of a quick scan. */
export function ExceededMaxHits({ maxHits }: { readonly maxHits: number | null }) {
  return maxHits === null ? null : <LimitText text={exceededText(maxHits)} />;
}

function LimitText({ text }: { readonly text: string }) {
  return (
    <Text size="sm" className="gh-caution" mb={6} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

/** How many more nobody counted: the search skips them. */
function exceededText(maxHits: number, label?: string): string {
  const whom = label === undefined ? '' : ` (${label})`;
  return `Further matches beyond the limit of ${maxHits} hits were not kept${whom}. None scores higher than the hits that were.`;
}

function limitLabel({ engine, ...subject }: ExceededHitLimit): string {
  return `${engineTitles[engine]}, ${subjectLabel({ ...subject, key: '' })}`;
}
