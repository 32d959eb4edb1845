import { Select } from '@mantine/core';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { chooseDomain, useDomain, useDomainOfPage } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { breadcrumbTrail } from './breadcrumb-trail.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The domain that was chosen on a page that gave way to this list. */
    readonly chosenDomain?: string;
  }
}

/** Which business domain the pages show. The page of an object of another domain gives way to the list of its kind. */
export function DomainSelect() {
  const { domains } = useSession();
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = useDomainOfPage();
  const choose = async (domain: string) => {
    const list = breadcrumbTrail(path).findLast(({ to }) => to !== undefined)?.to;
    if (shown !== undefined && shown !== domain && list !== undefined) {
      // Whoever stays, such as with unsaved changes, keeps the domain of the page. The call then ends with a later navigation.
      await router.navigate({ to: list, state: { chosenDomain: domain } });
      if (router.state.location.state.chosenDomain !== domain) return;
    }
    chooseDomain(domain);
  };
  return (
    <Select
      className="gh-domain"
      aria-label={text('frame.businessDomain')}
      title={text('frame.businessDomain')}
      data={domains}
      value={useDomain()}
      onChange={(value) => value !== null && void choose(value)}
      allowDeselect={false}
    />
  );
}
