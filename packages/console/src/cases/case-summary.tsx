import type { CaseDetail } from '@gatehouse/contract';
import { nameOfSubject, statedText } from '@gatehouse/contract/case-subject';
import { Text, Title } from '@mantine/core';
import Building2 from 'lucide-react/icons/building-2';
import UserRound from 'lucide-react/icons/user-round';
import { memo } from 'react';
import { workflowText } from '../executions/execution-texts.ts';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import type { ReviewedCase } from '../hits/subject-hits.ts';
import { text, textIfKnown } from '../messages/text.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ageOn } from './age.ts';
import { ownershipFields } from './ownership-facts.ts';
import { RiskParts } from './risk-popover.tsx';
import { Timeline } from './timeline.tsx';
import { riskLabel } from './timeline-labels.ts';

/** Who the case is about, and the risk score with its reasons. */
export const CaseSubject = memo(function CaseSubject({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  return (
    <section className="gh-panel gh-subject" aria-label={text('case.subject')}>
      <SubjectHead caseDetail={caseDetail} />
      {caseDetail.isKeyMissing && (
        <Text size="sm" className="gh-contradict">
          {text('executions.keyMissing')}
        </Text>
      )}
      <Facts facts={factsOf(furtherFields(caseDetail))} />
      {caseDetail.riskScore !== null && (
        <div className="gh-subject-risk">
          <RiskParts domain={caseDetail.domain} caseNo={caseDetail.caseNo}>
            <Text size="sm">{riskLabel(caseDetail.riskScore, caseDetail.riskReasons)}</Text>
          </RiskParts>
        </div>
      )}
    </section>
  );
});

/** Who it is at a glance: the name in its scripts, other names, and how old somebody is. */
function SubjectHead({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const { subject } = caseDetail;
  const name = nameOfSubject(caseDetail);
  const aliases = statedText(subject['aliasName']);
  const isCompany = subject['customerType'] === 'corporate';
  const age = isCompany ? undefined : ageOn(statedText(subject['dateOfBirth']) ?? '', new Date());
  const line = [
    aliases && text('case.alsoNamed', { names: aliases }),
    age === undefined ? undefined : text('case.aged', { age }),
  ].filter(Boolean);
  return (
    <div className="gh-subject-head">
      <Avatar name={name} size="large" icon={isCompany ? Building2 : UserRound} />
      <div>
        <Title order={2} size="h4" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        {line.length > 0 && (
          <Text size="sm" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
            {line.join(' · ')}
          </Text>
        )}
      </div>
    </div>
  );
}

/** What happened to the case. */
export const CaseHistory = memo(function CaseHistory({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  return (
    <section className="gh-panel gh-block" aria-label={text('terms.history')}>
      <Title order={2} size="h5" mb="sm">
        {text('terms.history')}
      </Title>
      <Timeline caseDetail={caseDetail} />
      <Text size="xs" className="gh-dim" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        {text('case.executionLine', {
          workflow: workflowText(caseDetail.execution),
          state:
            textIfKnown(`case.state-${caseDetail.execution.state}`) ??
            caseDetail.execution.state.toLowerCase(),
          executionId: caseDetail.execution.executionId,
        })}
      </Text>
    </section>
  );
});

/** Why monitoring started the execution; the history says it, and none of it describes the customer. */
const monitoringFields = ['monitoringRunId', 'monitoringReason', 'monitoringEntityIds', 'monitoringParties'];

/** What the head of the card does not show; stated ownership has a panel of its own. */
function furtherFields(caseDetail: CaseDetail): CaseDetail['subject'] {
  const fields = new Set([...ownershipFields(caseDetail), ...monitoringFields, 'name']);
  return Object.fromEntries(Object.entries(caseDetail.subject).filter(([name]) => !fields.has(name)));
}
