import { Button } from '@mantine/core';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { countryName } from '../ui/country-text.ts';
import { formatList, labelOf, periodText } from '../ui/format.ts';
import { ages, type CaseFilters, conditions, counted, wordsOf } from './case-filters.ts';

type Change = (change: Partial<CaseFilters>) => void;

interface ChipsProps {
  readonly filters: CaseFilters;
  readonly change: Change;
}

interface Chip {
  readonly label: string;
  readonly without: Partial<CaseFilters>;
}

/** What led here and has no field: a figure, a bar of a chart, a customer. Each can be taken away. */
export function LinkChips({ filters, change }: ChipsProps) {
  return <Chips chips={linkChips(filters)} change={change} />;
}

/** What the fields are set to, where they are folded. */
export function FieldChips({ filters, change }: ChipsProps) {
  return <Chips chips={fieldChips(filters)} change={change} />;
}

function linkChips(filters: CaseFilters): Chip[] {
  const { customerId } = filters;
  const condition = conditions.find(({ value }) => value === filters.only);
  const kind = counted.find(({ value }) => value === filters.counted);
  const opened = boundsText(filters.openedFrom, filters.openedBefore);
  const resolved = boundsText(filters.resolvedFrom, filters.resolvedBefore);
  return [
    ...(condition === undefined ? [] : [{ label: condition.label, without: { only: undefined } }]),
    ...(kind === undefined ? [] : [{ label: kind.label, without: { counted: undefined } }]),
    ...(opened === undefined
      ? []
      : [
          {
            label: text('cases.openedPeriod', { period: opened }),
            without: { openedFrom: undefined, openedBefore: undefined },
          },
        ]),
    ...(resolved === undefined
      ? []
      : [
          {
            label: text('cases.resolvedPeriod', { period: resolved }),
            without: { resolvedFrom: undefined, resolvedBefore: undefined },
          },
        ]),
    ...(customerId === undefined
      ? []
      : [{ label: text('cases.customerFilter', { customerId }), without: { customerId: undefined } }]),
  ];
}

/** One for each field that is set. */
export function fieldChips(filters: CaseFilters): Chip[] {
  const { group, minRisk, maxRisk, list, eventType, country } = filters;
  const age = ages.find(({ value }) => value === filters.age);
  const named = (label: string, words: string | undefined, nameOf: (word: string) => string) =>
    text('cases.filterValue', { label, value: formatList(wordsOf(words).map(nameOf)) });
  return [
    ...(group === undefined
      ? []
      : [
          {
            label: text('cases.filterValue', { label: text('cases.group'), value: group }),
            without: { group: undefined },
          },
        ]),
    ...(minRisk === undefined
      ? []
      : [
          {
            label: text('cases.filterValue', { label: text('cases.riskFrom'), value: minRisk }),
            without: { minRisk: undefined },
          },
        ]),
    ...(maxRisk === undefined
      ? []
      : [
          {
            label: text('cases.filterValue', { label: text('cases.riskTo'), value: maxRisk }),
            without: { maxRisk: undefined },
          },
        ]),
    ...(age === undefined ? [] : [{ label: age.label, without: { age: undefined } }]),
    ...(list === undefined
      ? []
      : [{ label: named(text('cases.list'), list, listTitle), without: { list: undefined } }]),
    ...(eventType === undefined
      ? []
      : [{ label: named(text('cases.eventType'), eventType, labelOf), without: { eventType: undefined } }]),
    ...(country === undefined
      ? []
      : [
          {
            label: named(text('cases.country'), country, (code) => countryName(code) ?? code),
            without: { country: undefined },
          },
        ]),
  ];
}

function Chips({ chips, change }: { readonly chips: readonly Chip[]; readonly change: Change }) {
  return chips.map(({ label, without }) => (
    <Button
      key={label}
      className="gh-chip"
      variant="default"
      aria-label={text('cases.removeFilter', { filter: label })}
      title={label}
      onClick={() => change(without)}
    >
      {label}&nbsp;✕
    </Button>
  ));
}

function boundsText(from: number | undefined, before: number | undefined): string | undefined {
  return from === undefined && before === undefined ? undefined : periodText(from, before);
}
