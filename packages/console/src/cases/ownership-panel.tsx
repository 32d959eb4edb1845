import type { CaseDetail } from '@gatehouse/contract';
import { Badge, Table, Text, Title } from '@mantine/core';
import { Fragment, memo } from 'react';
import type { HitGroup } from '../hits/entity-groups.ts';
import { possibleBeneficialOwner } from '../hits/subject-label.ts';
import { languages } from '../messages/languages.ts';
import { Sentence } from '../messages/sentence.tsx';
import { currentLanguage, text } from '../messages/text.ts';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatInstant, formatNumber, listText, sentenceOf } from '../ui/format.ts';
import { rounded } from '../ui/percent.ts';
import { CasePicture } from './case-picture.tsx';
import {
  type BeneficialOwnerRow,
  type BlockedFacts,
  latestBlockedSummary,
  type OwnershipFacts,
  ownershipOf,
  type RegimeRow,
  statusText,
  unscreenedTitle,
} from './ownership-facts.ts';
import { sectionIds } from './section-ids.ts';

/** Rows of one list; a structure may have thousands of parties. */
const maxRows = 50;

/** Who owns the customer, what changed, and whether sanctions on its owners block it; nothing where no node asked. */
export const OwnershipPanel = memo(function OwnershipPanel({
  caseDetail,
  groups,
  selectHit,
}: {
  readonly caseDetail: CaseDetail;
  readonly groups: readonly HitGroup[];
  readonly selectHit: (alertId: string) => void;
}) {
  const { owners, blocked } = ownershipOf(caseDetail);
  if (owners === undefined && blocked === undefined) return null;
  // The answer comes before the picture and the tables that it rests on.
  const summary = latestBlockedSummary(caseDetail);
  const isClear = blocked?.regimes.every(({ status }) => status === 'clear') === true;
  return (
    <section
      className="gh-panel gh-ownership"
      id={sectionIds.ownership}
      aria-label={text('ownership.title')}
      tabIndex={-1}
    >
      {summary !== undefined && (
        <Text size="sm" fw={600} mb="sm" className={isClear ? undefined : 'gh-caution'}>
          {sentenceOf(text('case.findingOwnership', { summary }))}
        </Text>
      )}
      {caseDetail.submittedInformation.ownership && (
        <>
          <Title order={2} size="h5">
            {text('ownership.structure')}
          </Title>
          <CasePicture
            caseDetail={caseDetail}
            ownership={caseDetail.submittedInformation.ownership}
            groups={groups}
            selectHit={selectHit}
          />
        </>
      )}
      {owners && <Owners facts={owners} />}
      {blocked && <Blocked facts={blocked} shown={owners?.relations ?? []} />}
    </section>
  );
});

function Owners({ facts }: { readonly facts: OwnershipFacts }) {
  const { owners, parties, layers, unknownPercent, findings, relations, changes, comparedAt } = facts;
  const withVotes = owners.some(({ votes }) => votes !== '');
  return (
    <>
      <Title order={2} size="h5">
        {text('ownership.beneficialOwners')}
      </Title>
      {owners.length === 0 ? (
        <Text size="sm" className="gh-caution">
          {text('ownership.noneKnown')}
        </Text>
      ) : (
        <FoldingTable
          label={text('ownership.beneficialOwners')}
          heads={[
            text('terms.name'),
            text('ownership.basis'),
            text('ownership.effectiveShare'),
            ...(withVotes ? [text('ownership.votes')] : []),
            text('ownership.path'),
          ]}
        >
          {owners.slice(0, maxRows).map((owner) => (
            <OwnerRow key={owner.reference} owner={owner} withVotes={withVotes} />
          ))}
        </FoldingTable>
      )}
      <More count={owners.length} />
      <Text size="sm" mt={6} className={unknownPercent > 0 ? 'gh-caution' : 'gh-dim'}>
        {unknownPercent > 0
          ? text('ownership.unknownShare', { percent: rounded(unknownPercent) })
          : text('ownership.allShares')}{' '}
        {text('ownership.size', { count: parties, layers: text('ownership.layers', { count: layers }) })}
      </Text>
      {comparedAt !== undefined && changes.length === 0 && (
        <Text size="sm" className="gh-dim">
          {text('ownership.noChanges', { at: formatInstant(comparedAt) })}
        </Text>
      )}
      {comparedAt !== undefined && (
        <Sentences title={text('ownership.changes', { at: formatInstant(comparedAt) })} texts={changes} />
      )}
      <Sentences title={text('ownership.warnings')} texts={findings} />
      <Sentences title={text('ownership.listRelations')} texts={relations} />
    </>
  );
}

function OwnerRow({ owner, withVotes }: { readonly owner: BeneficialOwnerRow; readonly withVotes: boolean }) {
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{owner.name}</bdi>{' '}
        {!owner.isCertain && (
          <Badge size="sm" color="orange" variant="outline">
            {possibleBeneficialOwner}
          </Badge>
        )}
      </Table.Td>
      <Table.Td className="gh-short">{owner.basis}</Table.Td>
      <Table.Td className="gh-number gh-short">{owner.share}</Table.Td>
      {withVotes && <Table.Td className="gh-number gh-short">{owner.votes}</Table.Td>}
      <Table.Td>
        {owner.paths > 1 ? (
          <Sentence
            name="ownership.largestOf"
            parts={{ path: <Path owner={owner} />, number: formatNumber(owner.paths) }}
          />
        ) : (
          <Path owner={owner} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Names from the owner down; the arrow points as the page is read. */
function Path({ owner }: { readonly owner: BeneficialOwnerRow }) {
  if (owner.path.length < 2) return text('ownership.direct');
  const arrow = languages[currentLanguage()].direction === 'rtl' ? ' ← ' : ' → ';
  return [...owner.path.slice(1), text('ownership.customer')].map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a path keeps its order, and may have a name twice
    <Fragment key={index}>
      {index > 0 && arrow}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}

/** No colour promises more than the words. */
const statusClasses: Readonly<Record<string, string>> = {
  blocked: 'gh-contradict',
  possibly: 'gh-caution',
  clear: 'gh-dim',
};

function Blocked({ facts, shown }: { readonly facts: BlockedFacts; readonly shown: readonly string[] }) {
  return (
    <>
      <Title order={2} size="h5" mt="sm">
        {text('ownership.blocked')}
      </Title>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text('ownership.searched', { lists: listText(facts.searched) || text('terms.none') })}
      </Text>
      <FoldingTable
        label={text('ownership.blocked')}
        heads={[
          text('ownership.regime'),
          text('ownership.answer'),
          text('ownership.listedShare'),
          text('ownership.reasons'),
        ]}
      >
        {facts.regimes.map((row) => (
          <Regime key={row.regime} row={row} />
        ))}
      </FoldingTable>
      <Text size="sm" className="gh-dim" mt={6}>
        {text('ownership.limits')}
      </Text>
      <Sentences title={text('ownership.cautions')} texts={facts.cautions} />
      <Sentences
        title={text('ownership.relations')}
        texts={facts.relations.filter((relation) => !shown.includes(relation))}
      />
      <Sentences title={text('ownership.differences')} texts={facts.findings} />
      <Sentences title={unscreenedTitle} texts={facts.unscreened} isNames />
    </>
  );
}

function Regime({ row }: { readonly row: RegimeRow }) {
  const { regime, status, share, reasons } = row;
  return (
    <Table.Tr>
      <Table.Td className="gh-short">{regime}</Table.Td>
      <Table.Td>
        <Text size="sm" fw={600} className={statusClasses[status] ?? ''} style={{ minWidth: 120 }}>
          {statusText(row)}
        </Text>
      </Table.Td>
      <Table.Td className="gh-number gh-short">{share}</Table.Td>
      <Table.Td>
        {reasons.slice(0, maxRows).map((reason) => (
          <div key={reason}>
            <bdi>{sentenceOf(reason)}</bdi>
          </div>
        ))}
        <More count={reasons.length} />
      </Table.Td>
    </Table.Tr>
  );
}

function Sentences({
  title,
  texts,
  isNames = false,
}: {
  readonly title: string;
  readonly texts: readonly string[];
  readonly isNames?: boolean;
}) {
  if (texts.length === 0) return null;
  return (
    <>
      <Title order={3} size="sm" mt={6}>
        {title}
      </Title>
      <ul>
        {texts.slice(0, maxRows).map((each) => (
          <li key={each}>
            <bdi>{isNames ? each : sentenceOf(each)}</bdi>
          </li>
        ))}
      </ul>
      <More count={texts.length} />
    </>
  );
}

function More({ count }: { readonly count: number }) {
  return count <= maxRows ? null : (
    <Text size="xs" className="gh-dim">
      {text('ownership.more', { count: count - maxRows })}
    </Text>
  );
}
