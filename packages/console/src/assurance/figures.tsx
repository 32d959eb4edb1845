import { Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../messages/text.ts';
import { FoldingTable } from '../ui/folding-table.tsx';
import {
  boundsText,
  changeText,
  factText,
  type Report,
  type Share,
  shareOrNone,
  typeText,
  wayText,
} from './assurance-texts.ts';

interface Compared {
  readonly report: Report;
  readonly other: Report | undefined;
}

const heads = {
  share: text('assurance.recall'),
  bounds: text('assurance.confidence'),
  records: text('assurance.records'),
  other: text('assurance.otherTest'),
  change: text('assurance.change'),
};

/** A table of shares; the first columns name what is counted. */
export function ShareTable(props: {
  readonly firsts: readonly string[];
  readonly share?: string;
  readonly isCompared: boolean;
  readonly children: ReactNode;
}) {
  const share = props.share ?? heads.share;
  const others = props.isCompared ? [heads.other, heads.change] : [];
  return (
    <FoldingTable
      heads={[...props.firsts, share, heads.bounds, heads.records, ...others]}
      numbers={[share, heads.records, ...others]}
    >
      {props.children}
    </FoldingTable>
  );
}

/** A share with its bounds, and what it was in the other test. */
export function ShareCells(props: {
  readonly share: Share;
  readonly isCompared: boolean;
  readonly then: Share | undefined;
}) {
  const { share, isCompared, then } = props;
  return (
    <>
      <Table.Td className="gh-number">{shareOrNone(share.percent)}</Table.Td>
      <Table.Td>{boundsText(share)}</Table.Td>
      <Table.Td className="gh-number">
        {text('assurance.countOf', { count: share.count, of: share.of })}
      </Table.Td>
      {isCompared && (
        <>
          <Table.Td className="gh-number">{then && shareOrNone(then.percent)}</Table.Td>
          <Table.Td className="gh-number">{changeText(share, then)}</Table.Td>
        </>
      )}
    </>
  );
}

/** The figures that are read first. */
export function Figures({ report, other }: Compared) {
  const lines: readonly [string, (of: Report) => Share][] = [
    [text('assurance.exact'), ({ recall }) => recall.exact],
    [text('assurance.altered'), ({ recall }) => recall.altered],
    [text('assurance.firstRank'), ({ ranks }) => ranks.first],
    [text('assurance.alertRate'), ({ alerts }) => alerts.all],
  ];
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('assurance.figures')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.figures')}
      </Title>
      <ShareTable
        firsts={[text('assurance.measure')]}
        share={text('assurance.matchShare')}
        isCompared={other !== undefined}
      >
        {lines.map(([name, shareOf]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <ShareCells
              share={shareOf(report)}
              isCompared={other !== undefined}
              then={other && shareOf(other)}
            />
          </Table.Tr>
        ))}
      </ShareTable>
    </section>
  );
}

/** What of an entry was tested, and how much of it was found. */
export function ByFact({ report, other }: Compared) {
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('assurance.byFact')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.byFact')}
      </Title>
      <ShareTable firsts={[text('assurance.fact')]} isCompared={other !== undefined}>
        {report.recall.byFact.map(({ fact, recall }) => (
          <Table.Tr key={fact}>
            <Table.Td>{factText(fact)}</Table.Td>
            <ShareCells
              share={recall}
              isCompared={other !== undefined}
              then={other?.recall.byFact.find((each) => each.fact === fact)?.recall}
            />
          </Table.Tr>
        ))}
      </ShareTable>
    </section>
  );
}

/** How many control records have a hit. */
export function Alerts({ report, other }: Compared) {
  const { cells } = report.alerts;
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('assurance.alertsByKind')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.alertsByKind')}
      </Title>
      <ShareTable
        firsts={[text('assurance.entityType'), text('assurance.cleanFrom'), text('assurance.sameName')]}
        share={text('assurance.alertRate')}
        isCompared={other !== undefined}
      >
        {cells.map(({ entityType, way, alerts, sameName }) => (
          <Table.Tr key={way}>
            <Table.Td>{typeText(entityType)}</Table.Td>
            <Table.Td>
              <bdi>{wayText(way)}</bdi>
            </Table.Td>
            <Table.Td>{sameName}</Table.Td>
            <ShareCells
              share={alerts}
              isCompared={other !== undefined}
              then={other?.alerts.cells.find((each) => each.way === way)?.alerts}
            />
          </Table.Tr>
        ))}
      </ShareTable>
      {cells.length === 0 && <Text className="gh-dim">–</Text>}
    </section>
  );
}
