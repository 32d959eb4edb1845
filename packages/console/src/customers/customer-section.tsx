import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../ui/failure.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';

/** Which customer a part is about. */
export interface CustomerKey {
  readonly domain: string;
  readonly customerId: string;
}

export function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={2} size="h5" mb={6}>
      {children}
    </Title>
  );
}

/** A table that may be wider than the window. */
export function WideSection(props: {
  readonly label: string;
  readonly heading: string;
  readonly id?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-block gh-wide" id={props.id} aria-label={props.label} tabIndex={0}>
      <Heading>{props.heading}</Heading>
      {props.children}
    </section>
  );
}

export function Nothing({ children }: { readonly children: string }) {
  return (
    <Text size="sm" className="gh-dim gh-nothing">
      {children}
    </Text>
  );
}

/** In place of what is on its way, or could not be read. */
export function Unread({
  list,
}: {
  readonly list: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}) {
  if (list.isError) return <Failure error={list.error} retry={() => void list.refetch()} />;
  return list.isPending ? <RowsSkeleton /> : null;
}

/** A case by its number; nothing where none was opened. */
export function CaseLink({ domain, caseNo }: { readonly domain: string; readonly caseNo: string | null }) {
  return caseNo === null ? null : (
    <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
      {caseNo}
    </Link>
  );
}
