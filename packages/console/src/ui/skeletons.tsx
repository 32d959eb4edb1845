import { Skeleton } from '@mantine/core';
import { text } from '../messages/text.ts';

/** In place of rows that are on their way. */
export function RowsSkeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div role="status" aria-label={text('actions.loading')} className="gh-skeleton">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Skeleton key={index} height={16} width={index % 2 === 0 ? '100%' : '72%'} />
      ))}
    </div>
  );
}

/** In place of a page about somebody: its title, and cards below. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label={text('actions.loading')} className="gh-skeleton">
      <Skeleton height={28} width={240} />
      <Skeleton height={120} />
      <Skeleton height={220} />
    </div>
  );
}
