import { Center, Drawer, Loader, Text, Title } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { call } from './api.ts';
import { useDomain, useFollowedDomain } from './domain.ts';
import { HomePage } from './home/home-page.tsx';
import { useLive } from './live.ts';
import { Sentence } from './messages/sentence.tsx';
import { text, withPageTexts } from './messages/text.ts';
import { pageAt, pagesFor } from './navigation/pages.ts';
import { Sidebar } from './navigation/sidebar.tsx';
import { TopBar } from './navigation/top-bar.tsx';
import { usePaletteEntries } from './navigation/use-palette-entries.ts';
import { forgetPeopleNames } from './session/read-people-names.ts';
import { SessionContext, sessionQuery, useSession } from './session/session.ts';
import { forgetDrafts } from './ui/draft-text.ts';
import { Failure } from './ui/failure.tsx';
import { useKeys } from './ui/keys.ts';

/** What somebody sees first: the first page that they may see. */
export function FirstPage() {
  const { permissions } = useSession();
  const mine = pagesFor(permissions);
  // Lists are of the whole deployment: whoever has a page of their own starts there.
  const first = mine.find(({ path }) => path !== '/lists') ?? mine[0];
  if (first?.path === '/') return <HomePage />;
  return first === undefined ? (
    <Text className="gh-dim">{text('frame.noPages')}</Text>
  ) : (
    <Navigate to={first.path} replace />
  );
}

/** Pages that mails and identity providers lead to, which nobody needs to be signed in for. */
const open = /^\/(?:invitation|password-reset|forgotten|single-sign-on\/.*)$/;

/** Whoever has a session does not fetch it. */
const SignIn = lazy(async () => ({ default: (await import('./session/sign-in.tsx')).SignIn }));

const Notices = lazy(async () => ({ default: (await import('./ui/notices.tsx')).Notices }));

/** Everything around a page, and what is told beside it. */
export function Frame() {
  return (
    <>
      {/* Within the router, which says so where it cannot be loaded, as from another version's server node. */}
      <Suspense>
        <Notices />
      </Suspense>
      <FrameOfSession />
    </>
  );
}

/** Without a session, the way to one. */
function FrameOfSession() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const session = useQuery(sessionQuery);
  if (open.test(path)) {
    return (
      <Suspense fallback={<Loader role="status" aria-label={text('actions.loading')} />}>
        <Outlet />
      </Suspense>
    );
  }
  if (session.isError && !session.data) {
    return (
      <Center mih="100vh" p="md">
        <Failure error={session.error} retry={() => void session.refetch()} />
      </Center>
    );
  }
  if (session.isPending) {
    return (
      <Center mih="100vh">
        <Loader role="status" aria-label={text('actions.loading')} />
      </Center>
    );
  }
  if (session.data === null) {
    return (
      <Suspense fallback={<Loader role="status" aria-label={text('actions.loading')} />}>
        <SignIn />
      </Suspense>
    );
  }
  return (
    <SessionContext value={session.data}>
      {session.data.needs === undefined ? <SignedInFrame /> : <Gate />}
    </SessionContext>
  );
}

function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('session.end'),
    onSuccess: () => {
      // First the pages go, which know nothing without a session, and then what they knew.
      forgetDrafts();
      forgetPeopleNames();
      queries.setQueryData(sessionQuery.queryKey, null);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    },
  });
}

const FactorGate = lazy(async () => ({ default: (await import('./identity/factor-gate.tsx')).FactorGate }));

/** Before anything else, what the tenant demands. */
function Gate() {
  const signOut = useSignOut();
  return (
    <Suspense fallback={<Loader role="status" aria-label={text('actions.loading')} />}>
      <FactorGate signOut={() => signOut.mutate()} />
    </Suspense>
  );
}

const loadPalette = () => import('./navigation/command-palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));

const loadHelp = withPageTexts('manual', () => import('./manual/help-panel.tsx'));
const HelpPanel = lazy(async () => ({ default: (await loadHelp()).HelpPanel }));

/** Below this the navigation shows icons alone. */
const foldedBelow = '(max-width: 63.99em)';
/** Below this it is opened over the page. */
const drawerBelow = '(max-width: 39.99em)';

function SignedInFrame() {
  const { permissions } = useSession();
  const navigate = useNavigate();
  const [helpOpen, help] = useDisclosure();
  const [searchOpen, search] = useDisclosure();
  const [pagesOpen, pages] = useDisclosure();
  const isFolded = useMediaQuery(foldedBelow, false, { getInitialValueInEffect: false });
  const isDrawer = useMediaQuery(drawerBelow, false, { getInitialValueInEffect: false });
  const mine = pagesFor(permissions);
  useFollowedDomain();
  useLive(useDomain());
  const signOut = useSignOut();
  const entries = usePaletteEntries({ openHelp: help.open, signOut: () => signOut.mutate() });
  useKeys({
    ...Object.fromEntries(mine.map((page) => [`g ${page.key}`, () => void navigate({ to: page.path })])),
    '?': help.open,
  });
  useSearchKey(search.open);
  // Loaded before it is asked for: what people type at once would go nowhere.
  useEffect(() => void loadPalette(), []);
  return (
    <div className="gh-frame">
      <SkipLink />
      {isDrawer ? (
        <Drawer
          opened={pagesOpen}
          onClose={pages.close}
          size={264}
          padding={0}
          withCloseButton={false}
          // The box around it has no role that could have a name.
          attributes={{ content: { 'aria-label': text('frame.navigation') } }}
          transitionProps={{ duration: 120 }}
        >
          <div className="gh-sidebar gh-unprinted">
            <Sidebar isFolded={false} signOut={() => signOut.mutate()} onLeave={pages.close} />
          </div>
        </Drawer>
      ) : (
        <div className="gh-sidebar gh-unprinted" data-folded={isFolded || undefined}>
          <Sidebar isFolded={isFolded} signOut={() => signOut.mutate()} />
        </div>
      )}
      <div className="gh-page">
        <TopBar
          hasDomain={isFolded && !isDrawer}
          openPages={isDrawer ? pages.open : undefined}
          openSearch={search.open}
          openHelp={help.open}
        />
        <main id="content" tabIndex={-1}>
          <Suspense fallback={<Loader role="status" aria-label={text('actions.loading')} />}>
            <PermittedPage />
          </Suspense>
        </main>
      </div>
      {helpOpen && (
        <Suspense>
          <HelpPanel close={help.close} pages={mine} />
        </Suspense>
      )}
      {searchOpen && (
        <Suspense>
          <CommandPalette entries={entries} close={search.close} />
        </Suspense>
      )}
    </div>
  );
}

/** The page of the address; to whom may not see it, what is missing. */
function PermittedPage() {
  const { permissions } = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = pageAt(path);
  if (page === undefined || permissions.includes(page.permission)) return <Outlet />;
  return (
    <>
      <Title order={1} size="h3" mb={4}>
        {text('frame.notPermitted')}
      </Title>
      <Text size="sm" className="gh-dim">
        <Sentence name="frame.notPermittedWords" parts={{ permission: <code>{page.permission}</code> }} />
      </Text>
    </>
  );
}

/** Over the navigation to the page, for those who move by keys. */
function SkipLink() {
  return (
    <a className="gh-skip gh-unprinted" href="#content">
      {text('frame.skip')}
    </a>
  );
}

/** Ctrl K, or Cmd K, wherever the focus is, but over no other dialog. */
function useSearchKey(open: () => void) {
  const current = useRef(open);
  current.current = open;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) current.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
