import { ActionIcon, UnstyledButton } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';
import { breadcrumbTrail } from './breadcrumb-trail.ts';
import { DomainSelect } from './domain-select.tsx';
import { useNameOfPage } from './page-name.ts';
import { useDocumentTitle } from './use-document-title.ts';

/** Above each page: the way to it, the search over everything, and its manual. */
export function TopBar(props: {
  readonly hasDomain: boolean;
  /** Undefined where the navigation is beside the page. */
  readonly openPages: (() => void) | undefined;
  readonly openSearch: () => void;
  readonly openHelp: () => void;
}) {
  return (
    <header className="gh-top">
      {props.openPages && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={text('frame.openNavigation')}
          onClick={props.openPages}
        >
          <Icon of={Menu} size={20} />
        </ActionIcon>
      )}
      <Breadcrumbs />
      {props.hasDomain && <DomainSelect />}
      <UnstyledButton className="gh-search" onClick={props.openSearch} aria-keyshortcuts="Control+K">
        <Icon of={Search} />
        <span className="gh-search-label">{text('frame.search')}</span>
        <kbd className="gh-key">Ctrl K</kbd>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={text('frame.help')}
        aria-keyshortcuts="?"
        onClick={props.openHelp}
      >
        <Icon of={CircleQuestionMark} size={20} />
      </ActionIcon>
    </header>
  );
}

function Breadcrumbs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useDocumentTitle(path);
  const name = useNameOfPage();
  return (
    <nav className="gh-crumbs" aria-label={text('frame.breadcrumb')}>
      <ol>
        {breadcrumbTrail(path, name).map(({ label, to }) => (
          <li key={label}>
            {to === undefined ? (
              <bdi aria-current="page" title={label}>
                {label}
              </bdi>
            ) : (
              <>
                <Link to={to}>{label}</Link>
                <Icon of={ChevronRight} className="gh-dim gh-forward" />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
