import { Badge, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import FlaskConical from 'lucide-react/icons/flask-conical';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Fragment, useId } from 'react';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Icon } from '../ui/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { DomainSelect } from './domain-select.tsx';
import { type ConsolePage, pageParts, pagesFor } from './pages.ts';

/** Where one is, which pages there are, and who one is. Folded, it shows icons alone. */
export function Sidebar(props: {
  readonly isFolded: boolean;
  readonly signOut: () => void;
  /** A page was chosen. */
  readonly onLeave?: () => void;
}) {
  const { isFolded, signOut, onLeave } = props;
  const { user } = useSession();
  return (
    <>
      <div className="gh-brand">
        <span className="gh-brand-mark">
          <Icon of={ShieldCheck} size={20} />
        </span>
        <span className="gh-brand-name gh-fold">
          Gatehouse
          <bdi className="gh-dim" title={user.tenantName}>
            {user.tenantName}
          </bdi>
        </span>
        {user.environment === 'test' && (
          <Badge
            className="gh-environment"
            color="orange"
            leftSection={isFolded ? undefined : <Icon of={FlaskConical} />}
          >
            {text('frame.test')}
          </Badge>
        )}
      </div>
      {!isFolded && <DomainSelect />}
      <Pages isFolded={isFolded} {...(onLeave && { onLeave })} />
      <AccountMenu signOut={signOut} />
    </>
  );
}

function Pages({ isFolded, onLeave }: { readonly isFolded: boolean; readonly onLeave?: () => void }) {
  const { permissions } = useSession();
  const id = useId();
  const mine = pagesFor(permissions);
  return (
    <nav className="gh-nav" aria-label={text('frame.pages')}>
      {pageParts.map(([part, name]) => {
        const own = mine.filter((page) => page.part === part);
        return own.length === 0 ? null : (
          <Fragment key={part}>
            <div id={`${id}-${part}`} className="gh-nav-part">
              <span className="gh-fold">{name}</span>
            </div>
            <ul aria-labelledby={`${id}-${part}`}>
              {own.map((page) => (
                <PageLink key={page.path} page={page} isFolded={isFolded} {...(onLeave && { onLeave })} />
              ))}
            </ul>
          </Fragment>
        );
      })}
    </nav>
  );
}

function PageLink(props: {
  readonly page: ConsolePage;
  readonly isFolded: boolean;
  readonly onLeave?: () => void;
}) {
  const { path, name, icon } = props.page;
  return (
    <li>
      <Tooltip label={name} position="right" disabled={!props.isFolded}>
        <Link to={path} activeOptions={{ exact: path === '/' }} onClick={props.onLeave}>
          <Icon of={icon} />
          <span className="gh-fold">{name}</span>
        </Link>
      </Tooltip>
    </li>
  );
}
