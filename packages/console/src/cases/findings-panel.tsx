import type { CaseDetail } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { memo, useMemo } from 'react';
import type { HitGroup } from '../hits/entity-groups.ts';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';
import { WholeDates } from '../ui/whole-dates.tsx';
import { type CaseFinding, findingsOf } from './case-findings.ts';
import { goToSection } from './case-sections.tsx';

/** What speaks against approval, then what speaks for it: the page begins with it while there is something to decide. */
export const FindingsPanel = memo(function FindingsPanel(props: {
  readonly caseDetail: CaseDetail;
  readonly groups: readonly HitGroup[];
  readonly selectHit: (alertId: string) => void;
}) {
  const { caseDetail, groups, selectHit } = props;
  const { against, inFavour } = useMemo(() => findingsOf(caseDetail, groups), [caseDetail, groups]);
  if (caseDetail.resolvedAt !== null) return null;
  return (
    <section className="gh-panel gh-findings" aria-label={text('case.findings')}>
      <Findings kind="against" title={text('case.against')} findings={against} selectHit={selectHit} />
      <Findings kind="inFavour" title={text('case.inFavour')} findings={inFavour} selectHit={selectHit} />
    </section>
  );
});

function Findings(props: {
  readonly kind: 'against' | 'inFavour';
  readonly title: string;
  readonly findings: readonly CaseFinding[];
  readonly selectHit: (alertId: string) => void;
}) {
  const { kind, title, findings } = props;
  return (
    <div>
      <Title order={2} size="h6">
        {title}
      </Title>
      {findings.length === 0 && (
        <Text size="sm" className="gh-dim">
          {text('case.noFinding')}
        </Text>
      )}
      <ul className="gh-finding-list" data-kind={kind}>
        {findings.map((finding) => (
          <li key={finding.text}>
            <Icon of={kind === 'against' ? TriangleAlert : Check} />
            <FindingText finding={finding} selectHit={props.selectHit} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Leads to the place of the page that has it in full. */
function FindingText(props: {
  readonly finding: CaseFinding;
  readonly selectHit: (alertId: string) => void;
}) {
  const { text: words, target } = props.finding;
  if (target === undefined)
    return (
      <bdi>
        <WholeDates words={words} />
      </bdi>
    );
  const isHit = 'alertId' in target;
  return (
    <a
      href={`#${isHit ? 'hits' : target.section}`}
      onClick={(event) => {
        event.preventDefault();
        if (isHit) props.selectHit(target.alertId);
        else goToSection(target.section);
      }}
    >
      <bdi>
        <WholeDates words={words} />
      </bdi>
    </a>
  );
}
