import type { CaseDetail } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { memo } from 'react';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { latestBlockedSummary, ownershipOf } from './ownership-facts.ts';
import { sectionIds } from './section-ids.ts';

interface Section {
  readonly id: string;
  readonly label: string;
  /** What it comes to, where that is known in a few words. */
  readonly summary?: string | undefined;
}

/** Links to the parts of a case that has more than hits, with what each comes to; nothing for a short page. */
export const CaseSections = memo(function CaseSections(props: {
  readonly caseDetail: CaseDetail;
  /** As the page counts them. */
  readonly hits: number;
}) {
  const { caseDetail, hits } = props;
  const { owners, blocked } = ownershipOf(caseDetail);
  const further: Section[] = [];
  if (owners !== undefined || blocked !== undefined) {
    const summary = latestBlockedSummary(caseDetail);
    further.push({ id: sectionIds.ownership, label: text('ownership.title'), summary });
  }
  const documents = caseDetail.givenDocuments.length;
  if (documents > 0) {
    const label = text('documents.identityDocuments');
    further.push({ id: sectionIds.documents, label, summary: formatNumber(documents) });
  }
  if (further.length === 0) return null;
  const sections: readonly Section[] = [
    { id: sectionIds.hits, label: text('hits.title'), summary: formatNumber(hits) },
    ...further,
    { id: sectionIds.notes, label: text('case.notes') },
    { id: sectionIds.history, label: text('terms.history') },
  ];
  return (
    <nav className="gh-case-sections gh-unprinted" aria-label={text('case.sections')}>
      {sections.map(({ id, label, summary }) => (
        <Text key={id} size="sm" component="span">
          <a
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              goToSection(id);
            }}
          >
            {label}
          </a>
          {summary !== undefined && <span className="gh-dim"> {summary}</span>}
        </Text>
      ))}
    </nav>
  );
});

/** Shows a part from its beginning; the keys go on there. */
export function goToSection(id: string): void {
  const part = document.getElementById(id);
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'start' });
}
