import { Select } from '@mantine/core';
import { chooseDomain, useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';

/** Which business domain the pages show. */
export function DomainSelect() {
  const { domains } = useSession();
  return (
    <Select
      className="gh-domain"
      aria-label={text('frame.businessDomain')}
      title={text('frame.businessDomain')}
      data={domains}
      value={useDomain()}
      onChange={(value) => value !== null && chooseDomain(value)}
      allowDeselect={false}
    />
  );
}
