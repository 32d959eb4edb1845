import type { CaseDetail } from '@gatehouse/contract';
import { Group, Text, Title } from '@mantine/core';
import { memo } from 'react';
import { workflowText } from '../executions/execution-texts.ts';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import type { ReviewedCase } from '../hits/subject-hits.ts';
import { ownershipFields } from './ownership-facts.ts';
import { RiskParts } from './risk-popover.tsx';
import { Timeline } from './timeline.tsx';
import { riskLabel } from './timeline-labels.ts';

/** Who the case is about, and the risk score with its reasons. */
export const CaseSubject = memo(function CaseSubject({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  return (
    <section className="gh-panel" style={{ padding: 12 }} aria-label="Subject">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Facts facts={factsOf(withoutOwnership(caseDetail))} />
        {caseDetail.riskScore !== null && (
          <div className="gh-risk-parts">
            <RiskParts domain={caseDetail.domain} caseNo={caseDetail.caseNo}>
              <Text size="sm">{riskLabel(caseDetail.riskScore, caseDetail.riskReasons)}</Text>
            </RiskParts>
          </div>
        )}
      </Group>
    </section>
  );
});

/** What happened to the case. */
export const CaseHistory = memo(function CaseHistory({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  return (
    <section className="gh-panel gh-block" aria-label="History">
      <Title order={2} size="h5" mb="sm">
        History
      </Title>
      <Timeline caseDetail={caseDetail} />
      <Text size="xs" className="gh-dim" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        Workflow {workflowText(caseDetail.execution)}, {caseDetail.execution.state.toLowerCase()}, execution{' '}
        {caseDetail.execution.executionId}
      </Text>
    </section>
  );
});

/** Stated ownership has a panel of its own. */
function withoutOwnership(caseDetail: CaseDetail): CaseDetail['subject'] {
  const fields = new Set(ownershipFields(caseDetail));
  return Object.fromEntries(Object.entries(caseDetail.subject).filter(([name]) => !fields.has(name)));
}
