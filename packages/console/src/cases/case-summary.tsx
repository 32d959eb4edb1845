import type { CaseDetail } from '@gatehouse/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { addressOf } from '../api.ts';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import type { ReviewedCase } from '../hits/subject-hits.ts';
import { useSession } from '../session/session.ts';
import { ownershipFields } from './ownership-facts.ts';
import { Timeline } from './timeline.tsx';

/** Who the case is about, and the risk score with its reasons. */
export const CaseSubject = memo(function CaseSubject({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  return (
    <section className="gh-panel" style={{ padding: 12 }} aria-label="Subject">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Facts facts={factsOf(withoutOwnership(caseDetail))} />
        {caseDetail.riskScore !== null && (
          <div style={{ textAlign: 'end', minWidth: 140 }}>
            <Text size="xs" className="gh-dim">
              Risk score
            </Text>
            <Text fw={700} size="xl" className="gh-number">
              {caseDetail.riskScore}
            </Text>
            {caseDetail.riskReasons.map((reason) => (
              <Text key={reason} size="xs">
                {reason}
              </Text>
            ))}
          </div>
        )}
      </Group>
    </section>
  );
});

/** What happened to the case, and its ways onto paper and out. */
export const CaseHistory = memo(function CaseHistory(props: {
  readonly caseDetail: ReviewedCase;
  readonly print: () => void;
}) {
  const { caseDetail, print } = props;
  const { permissions } = useSession();
  return (
    <section className="gh-panel gh-block" aria-label="History">
      <Title order={2} size="h5" mb="sm">
        History
      </Title>
      <Timeline caseDetail={caseDetail} />
      <Text size="xs" className="gh-dim" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        Execution {caseDetail.execution.executionId}, {caseDetail.execution.state.toLowerCase()}, workflow{' '}
        {caseDetail.execution.workflowId}
      </Text>
      <Button variant="default" mt={6} onClick={print}>
        Print or save as PDF&nbsp;<kbd className="gh-key">P</kbd>
      </Button>
      <Text size="sm" py={6} className="gh-unprinted">
        <a
          href={addressOf('cases.bundle', { domain: caseDetail.domain, caseNo: caseDetail.caseNo })}
          download
        >
          Export evidence bundle
        </a>
      </Text>
      {permissions.includes('audit.read') && (
        <Text size="sm" py={6} className="gh-unprinted">
          <Link to="/audit" search={{ objectId: caseDetail.caseNo } as never}>
            View audit log
          </Link>
        </Text>
      )}
    </section>
  );
});

/** Stated ownership has a panel of its own. */
function withoutOwnership(caseDetail: CaseDetail): CaseDetail['subject'] {
  const fields = new Set(ownershipFields(caseDetail));
  return Object.fromEntries(Object.entries(caseDetail.subject).filter(([name]) => !fields.has(name)));
}
