import type { ConsoleHandlers } from '../../console-api/index.ts';
import type { ListUpdates } from './list-updates.ts';

/** How fresh the lists are that people's decisions rest on. */
export function freshnessConsoleHandlers({
  updates,
}: {
  readonly updates: Pick<ListUpdates, 'sourceStatuses'>;
}): Pick<ConsoleHandlers, 'lists.freshness'> {
  const instant = (text: string | null) => (text === null ? null : Date.parse(text));
  return {
    'lists.freshness': async () => ({
      lists: updates
        .sourceStatuses()
        .map(({ source, activeVersion, activatedAt, checkedAt, failures, isStale }) => ({
          source,
          version: activeVersion,
          activatedAt: instant(activatedAt),
          checkedAt: instant(checkedAt),
          failures,
          isStale,
        })),
    }),
  };
}
