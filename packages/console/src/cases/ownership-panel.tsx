import type { CaseDetail } from '@gatehouse/contract';
import { Badge, Table, Text, Title } from '@mantine/core';
import { memo } from 'react';
import type { HitGroup } from '../hits/entity-groups.ts';
import { possibleBeneficialOwner } from '../hits/subject-label.ts';
import { formatInstant, sentenceOf } from '../ui/format.ts';
import { rounded } from '../ui/percent.ts';
import { CasePicture } from './case-picture.tsx';
import {
  type BeneficialOwnerRow,
  type BlockedFacts,
  type OwnershipFacts,
  ownershipOf,
  type RegimeRow,
  statusText,
  unscreenedTitle,
} from './ownership-facts.ts';

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
  return (
    <section className="gh-panel gh-ownership" aria-label="Ownership">
      {caseDetail.submittedInformation.ownership && (
        <>
          <Title order={2} size="h5">
            Ownership structure
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
        Beneficial owners
      </Title>
      {owners.length === 0 ? (
        <Text size="sm" className="gh-caution">
          No beneficial owner is known.
        </Text>
      ) : (
        <Table aria-label="Beneficial owners">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Basis</Table.Th>
              <Table.Th>Effective share</Table.Th>
              {withVotes && <Table.Th>Votes</Table.Th>}
              <Table.Th>Path to the customer</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {owners.slice(0, maxRows).map((owner) => (
              <OwnerRow key={owner.reference} owner={owner} withVotes={withVotes} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <More count={owners.length} />
      <Text size="sm" mt={6} className={unknownPercent > 0 ? 'gh-caution' : 'gh-dim'}>
        {unknownPercent > 0
          ? `Through all layers, no ultimate owner is known for ${rounded(unknownPercent)} % of the customer. `
          : 'All shares are accounted for. '}
        {parties === 1 ? '1 party' : `${parties} parties`} in {layers === 1 ? '1 layer' : `${layers} layers`}.
      </Text>
      {comparedAt !== undefined && changes.length === 0 && (
        <Text size="sm" className="gh-dim">
          No changes since the last submission, {formatInstant(comparedAt)}.
        </Text>
      )}
      {comparedAt !== undefined && (
        <Sentences
          title={`Changes since the last submission, ${formatInstant(comparedAt)}`}
          texts={changes}
        />
      )}
      <Sentences title="Data quality warnings" texts={findings} />
      <Sentences title="Relations of these parties in lists" texts={relations} />
    </>
  );
}

function OwnerRow({ owner, withVotes }: { readonly owner: BeneficialOwnerRow; readonly withVotes: boolean }) {
  return (
    <Table.Tr>
      <Table.Td>
        {owner.name}{' '}
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
        {owner.path.length > 1 ? [...owner.path.slice(1), 'customer'].join(' → ') : 'Direct'}
        {owner.paths > 1 && <span className="gh-dim">, largest of {owner.paths}</span>}
      </Table.Td>
    </Table.Tr>
  );
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
        Blocked ownership
      </Title>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Lists searched: {facts.searched.join(', ') || 'none'}.
      </Text>
      <Table aria-label="Blocked ownership">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Regime</Table.Th>
            <Table.Th>Answer</Table.Th>
            <Table.Th>Share that listed parties may hold</Table.Th>
            <Table.Th>Reasons</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {facts.regimes.map((row) => (
            <Regime key={row.regime} row={row} />
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" className="gh-dim" mt={6}>
        Control, nominees and trusts are not checked unless stated. Computed before the rulings on this case;
        submit again to compute it anew.
      </Text>
      <Sentences title="Cautions" texts={facts.cautions} />
      <Sentences
        title="Relations in lists"
        texts={facts.relations.filter((relation) => !shown.includes(relation))}
      />
      <Sentences title="Differences between lists and declared ownership" texts={facts.findings} />
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
          <div key={reason}>{sentenceOf(reason)}</div>
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
        {texts.slice(0, maxRows).map((text) => (
          <li key={text}>{isNames ? text : sentenceOf(text)}</li>
        ))}
      </ul>
      <More count={texts.length} />
    </>
  );
}

function More({ count }: { readonly count: number }) {
  return count <= maxRows ? null : (
    <Text size="xs" className="gh-dim">
      {count - maxRows} more in the evidence bundle.
    </Text>
  );
}
