import { Badge } from '@mantine/core';
import { text } from '../messages/text.ts';

/** The list that comes with the service, of mostly made-up names, by its id. */
export const sampleSource = 'sample';

/** Marks a hit on the bundled sample, which is no finding about a real person. */
export function SampleBadge({ source }: { readonly source: string }) {
  if (source !== sampleSource) return null;
  return (
    <Badge color="orange" title={text('hits.sampleWords')}>
      {text('hits.sampleData')}
    </Badge>
  );
}

/** Whether the output of a screening node has hits on the bundled sample. */
export function hasSample(output: unknown): boolean {
  const { sources } = (output ?? {}) as { readonly sources?: unknown };
  return Array.isArray(sources) && sources.includes(sampleSource);
}
