import type { CaseDetail, SubmittedInformation } from '@gatehouse/contract';
import { nameOfSubject } from '@gatehouse/contract/case-subject';
import { memo, useMemo } from 'react';
import type { HitGroup } from '../hits/entity-groups.ts';
import { OwnershipPicture } from '../ownership/ownership-picture.tsx';
import { fieldText } from '../ui/country-text.ts';

/** The ownership of a case's customer as a picture; a card with hits leads to the first of them that waits for a ruling. */
export const CasePicture = memo(function CasePicture({
  caseDetail,
  ownership,
  groups,
  selectHit,
}: {
  readonly caseDetail: CaseDetail;
  readonly ownership: NonNullable<SubmittedInformation['ownership']>;
  readonly groups: readonly HitGroup[];
  readonly selectHit: (alertId: string) => void;
}) {
  const { countries, riskScore } = caseDetail;
  const name = nameOfSubject(caseDetail);
  const country = countries[0];
  const customer = useMemo(
    () => ({
      name,
      country: country && fieldText('country', country),
      risk: riskScore,
    }),
    [name, country, riskScore],
  );
  const hits = useMemo(
    () =>
      groups.map(({ lead, resolution }) => ({
        subject: lead.subject,
        resolution,
        silenced: lead.silenced,
        follow: () => selectHit(lead.alertId),
      })),
    [groups, selectHit],
  );
  return <OwnershipPicture ownership={ownership} customer={customer} hits={hits} />;
});
