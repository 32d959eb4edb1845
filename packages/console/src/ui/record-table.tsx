import { Button, CopyButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../messages/text.ts';
import { Failure } from './failure.tsx';
import { FoldingTable } from './folding-table.tsx';
import { RowsSkeleton } from './skeletons.tsx';

/** What is asked of a query: one page, or page after page. */
interface PageRequest {
  readonly isError: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  refetch(): unknown;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  fetchNextPage?(): unknown;
}

/** A list of records as a table: why it cannot be shown, that there is none, and more where there are others. */
export function RecordTable(props: {
  readonly list: PageRequest;
  readonly heads: readonly string[];
  /** For those who hear it. */
  readonly label: string;
  readonly count: number;
  /** Shown in place of rows. */
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  const { list } = props;
  return (
    <>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too */}
      <section className="gh-panel gh-wide" aria-label={props.label} tabIndex={0}>
        <FoldingTable heads={props.heads}>{props.children}</FoldingTable>
        {!list.isSuccess && !list.isError && (
          <div className="gh-rows-place">
            <RowsSkeleton rows={6} />
          </div>
        )}
        {list.isSuccess && props.count === 0 && (
          <Text component="div" p="lg" ta="center" className="gh-dim">
            {props.empty}
          </Text>
        )}
      </section>
      {list.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          loading={list.isFetchingNextPage ?? false}
          onClick={() => void list.fetchNextPage?.()}
        >
          {text('actions.showMore')}
        </Button>
      )}
    </>
  );
}

/** An id that belongs into somebody's own code. */
export function CopyId({ id }: { readonly id: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <code>{id}</code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button variant="default" flex="none" onClick={copy} aria-label={text('terms.copyId', { id })}>
            {copied ? text('terms.copied') : text('terms.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
