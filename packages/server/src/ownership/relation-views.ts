import type { JoinedStructure } from './list-relations.ts';

/** Relations that lists state, with the names of their ends, as outputs have them. */
export function relationViews(joined: JoinedStructure | undefined): {
  readonly relations: readonly object[];
  readonly unresolvedRelations: readonly object[];
} {
  const nameOf = (id: string) => joined?.names[id] ?? 'the customer';
  return {
    relations: (joined?.relations ?? []).map(({ from, to, ...relation }) => ({
      from: nameOf(from),
      to: nameOf(to),
      ...relation,
    })),
    unresolvedRelations: (joined?.unresolved ?? []).map(({ to, ...relation }) => ({
      to: nameOf(to),
      ...relation,
    })),
  };
}
