import { Select } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { chooseDomain, useDomain, useDomainOfPage } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { breadcrumbTrail } from './breadcrumb-trail.ts';

/** Which business domain the pages show. The page of an object of another domain gives way to the list of its kind. */
export function DomainSelect() {
  const { domains } = useSession();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = useDomainOfPage();
  const choose = (domain: string) => {
    chooseDomain(domain);
    const list = breadcrumbTrail(path).findLast(({ to }) => to !== undefined)?.to;
    if (shown !== undefined && shown !== domain && list !== undefined) void navigate({ to: list });
  };
  return (
    <Select
      className="gh-domain"
      aria-label={text('frame.businessDomain')}
      title={text('frame.businessDomain')}
      data={domains}
      value={useDomain()}
      onChange={(value) => value !== null && choose(value)}
      allowDeselect={false}
    />
  );
}
