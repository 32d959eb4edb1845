import { Select } from '@mantine/core';
import { chooseDomain, useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';

/** Which business domain the pages show. */
export function DomainSelect() {
  const { domains } = useSession();
  return (
    <Select
      className="gh-domain"
      aria-label="Business domain"
      title="Business domain"
      data={domains}
      value={useDomain()}
      onChange={(value) => value !== null && chooseDomain(value)}
      allowDeselect={false}
    />
  );
}
