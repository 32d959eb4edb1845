import type { HitPrecision } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { BarCell } from '../charts/bar-cell.tsx';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { formatNumber, shareText } from '../ui/format.ts';
import { bandTexts } from './band-texts.ts';
import { type FigureProps, FigureSection, Key } from './figure-section.tsx';
import type { RulingFilters } from './ruling-filters.ts';

interface Line {
  readonly key: string;
  readonly name: string;
  readonly filter: Omit<RulingFilters, 'from' | 'to'>;
  readonly trueMatches: number;
  readonly falsePositives: number;
}

/** Read once for the number at the top and for the tables. */
export function usePrecision({ domain, period }: FigureProps) {
  return useQuery({
    queryKey: ['rulings', domain, 'precision', period],
    queryFn: ({ signal }) => call('rulings.precision', { params: { domain }, query: period, signal }),
  });
}

/** Which share of the hits that people ruled on was a true match, by list and by the rule that found them. */
export function PrecisionCharts({ domain, period }: FigureProps) {
  const precision = usePrecision({ domain, period });
  const rows = precision.data?.precision ?? [];
  const within = { from: precision.data?.period.startsAt ?? 0, to: precision.data?.period.endsAt ?? 0 };
  const empty = rows.length === 0 ? text('figures.noRuled') : undefined;
  return (
    <>
      <FigureSection
        title={text('figures.precisionByList')}
        note={text('figures.precisionByListWords')}
        query={precision}
        empty={empty}
      >
        <PrecisionTable
          name={text('figures.precisionByList')}
          head={text('figures.list')}
          within={within}
          lines={linesOf(rows, ({ source }) => ({
            key: source,
            name: listTitle(source),
            filter: { list: source },
          }))}
        />
      </FigureSection>
      <FigureSection
        title={text('figures.precisionByRule')}
        note={text('figures.precisionByRuleWords')}
        query={precision}
        empty={empty}
      >
        <PrecisionTable
          name={text('figures.precisionByRule')}
          head={text('figures.engineAndScore')}
          within={within}
          lines={linesOf(rows, ({ engine, band }) =>
            engine === null || band === null
              ? { key: '', name: text('figures.hitGone'), filter: undefined }
              : {
                  key: `${engine} ${band}`,
                  name: text('figures.engineInBand', { engine: engineTitles[engine], band: bandTexts[band] }),
                  filter: { engine, band },
                },
          )}
        />
      </FigureSection>
    </>
  );
}

interface NamedLine extends Pick<Line, 'key' | 'name'> {
  /** Undefined: no list of rulings has these alone. */
  readonly filter: Line['filter'] | undefined;
}

type SummedLine = Omit<Line, 'filter'> & Pick<NamedLine, 'filter'>;

/** Rows with one name as one, those with the most rulings first. */
function linesOf(
  rows: readonly HitPrecision[],
  nameOf: (row: HitPrecision) => NamedLine,
): readonly SummedLine[] {
  const sum = (of: readonly HitPrecision[], key: 'trueMatches' | 'falsePositives') =>
    of.reduce((total, row) => total + row[key], 0);
  return [...Map.groupBy(rows, (row) => nameOf(row).key).values()]
    .map((of) => ({
      ...nameOf(of[0]!),
      trueMatches: sum(of, 'trueMatches'),
      falsePositives: sum(of, 'falsePositives'),
    }))
    .toSorted((one, other) => ruledOf(other) - ruledOf(one) || one.name.localeCompare(other.name));
}

function ruledOf({ trueMatches, falsePositives }: Pick<Line, 'trueMatches' | 'falsePositives'>): number {
  return trueMatches + falsePositives;
}

function PrecisionTable(props: {
  readonly name: string;
  readonly head: string;
  readonly within: { readonly from: number; readonly to: number };
  readonly lines: readonly SummedLine[];
}) {
  const { within, lines } = props;
  return (
    <Table className="gh-figures" aria-label={props.name}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{props.head}</Table.Th>
          <Table.Td className="gh-bar-column" />
          <Table.Th ta="end">{text('figures.precision')}</Table.Th>
          <Table.Th ta="end">
            <Key look="filled" />
            {text('figures.trueMatches')}
          </Table.Th>
          <Table.Th ta="end">
            <Key look="outlined" />
            {text('figures.falsePositives')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.key}>
            <Table.Th scope="row">{line.name}</Table.Th>
            <Table.Td className="gh-bar-column">
              <BarCell
                whole={ruledOf(line)}
                parts={[
                  { look: 'filled', count: line.trueMatches },
                  { look: 'outlined', count: line.falsePositives },
                ]}
              />
            </Table.Td>
            <Table.Td className="gh-number">{shareText(line.trueMatches, ruledOf(line))}</Table.Td>
            {(
              [
                ['TRUE_MATCH', line.trueMatches],
                ['FALSE_POSITIVE', line.falsePositives],
              ] as const
            ).map(([ruling, count]) => (
              <Table.Td key={ruling} className="gh-number">
                {line.filter === undefined ? (
                  formatNumber(count)
                ) : (
                  <Link to="/rulings" search={{ ...within, ...line.filter, ruling }}>
                    {formatNumber(count)}
                  </Link>
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
