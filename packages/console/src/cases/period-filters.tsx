import { Button } from '@mantine/core';
import { periodText } from '../ui/format.ts';
import { type CaseFilters, counted } from './case-filters.ts';

/** What a chart led here by: who decided, and the period. Each can be taken away. */
export function PeriodFilters(props: {
  readonly filters: CaseFilters;
  readonly change: (change: Partial<CaseFilters>) => void;
}) {
  const { filters, change } = props;
  const kind = counted.find(({ value }) => value === filters.counted);
  const opened = boundsText(filters.openedFrom, filters.openedBefore);
  const resolved = boundsText(filters.resolvedFrom, filters.resolvedBefore);
  return (
    <>
      {kind !== undefined && <Chip label={kind.label} remove={() => change({ counted: undefined })} />}
      {opened !== undefined && (
        <Chip
          label={`Opened ${opened}`}
          remove={() => change({ openedFrom: undefined, openedBefore: undefined })}
        />
      )}
      {resolved !== undefined && (
        <Chip
          label={`Resolved ${resolved}`}
          remove={() => change({ resolvedFrom: undefined, resolvedBefore: undefined })}
        />
      )}
    </>
  );
}

function boundsText(from: number | undefined, before: number | undefined): string | undefined {
  return from === undefined && before === undefined ? undefined : periodText(from, before);
}

function Chip({ label, remove }: { readonly label: string; readonly remove: () => void }) {
  return (
    <Button variant="default" aria-label={`Remove filter: ${label}`} onClick={remove}>
      {label}&nbsp;✕
    </Button>
  );
}
