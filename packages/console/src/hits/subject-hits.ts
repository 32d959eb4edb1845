import type { AlertSubject, CaseAlert, CaseDetail } from '@gatehouse/contract';
import type { OwnerFacts } from './subject-label.ts';

/** A hit of a case together with whom it was found for. */
export interface SubjectHit extends CaseAlert {
  readonly subject: AlertSubject & OwnerFacts;
  /** Whether its ruling is on its way to the service, which may refuse it. */
  readonly isSaving?: true;
}

/** A case whose hits know their subjects. */
export type ReviewedCase = Omit<CaseDetail, 'alerts'> & { alerts: SubjectHit[] };

/** Gives each hit its subject: the service sends a subject once, however many hits it has. */
export function withSubjects(caseDetail: CaseDetail): ReviewedCase {
  const keyOf = (place: Pick<CaseAlert, 'sequence' | 'subjectIndex'>) =>
    `${place.sequence}/${place.subjectIndex}`;
  const subjects = new Map(caseDetail.subjects.map((subject) => [keyOf(subject), subject]));
  return {
    ...caseDetail,
    alerts: caseDetail.alerts.map((alert) => ({ ...alert, subject: subjects.get(keyOf(alert))! })),
  };
}
