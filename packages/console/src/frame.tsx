import {
  Badge,
  Button,
  Center,
  Group,
  Kbd,
  Loader,
  Menu,
  Modal,
  NavLink,
  Select,
  Table,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from './api.ts';
import { chooseDomain, useDomain } from './domain.ts';
import { HomePage } from './home/home-page.tsx';
import { useLive } from './live.ts';
import { sessionQuery, useSession } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { forgetDrafts } from './ui/draft-text.ts';
import { Failure } from './ui/failure.tsx';
import { useKeys } from './ui/keys.ts';

/** `part`: what belongs together is side by side. */
const pages = [
  { path: '/', name: 'Home', key: 'h', permission: 'executions.read', part: 'work' },
  { path: '/cases', name: 'Cases', key: 'c', permission: 'cases.read', part: 'work' },
  { path: '/customers', name: 'Customers', key: 'u', permission: 'customers.read', part: 'work' },
  { path: '/quick-scans', name: 'Quick scan', key: 's', permission: 'scans.read', part: 'work' },
  { path: '/watchlist', name: 'Watchlist', key: 'w', permission: 'watchlist.read', part: 'work' },
  { path: '/workflows', name: 'Workflows', key: 'f', permission: 'workflows.read', part: 'build' },
  { path: '/executions', name: 'Executions', key: 'e', permission: 'executions.read', part: 'build' },
  { path: '/webhooks', name: 'Webhooks', key: 'b', permission: 'webhooks.read', part: 'build' },
  { path: '/keys', name: 'API & Integration', key: 'k', permission: 'keys.read', part: 'build' },
  { path: '/usage', name: 'Billing usage', key: 'i', permission: 'usage.read', part: 'tenant' },
  { path: '/audit', name: 'Audit', key: 'a', permission: 'audit.read', part: 'tenant' },
  { path: '/people', name: 'People', key: 'p', permission: 'people.read', part: 'tenant' },
  { path: '/settings', name: 'Settings', key: 'n', permission: 'settings.read', part: 'tenant' },
  { path: '/tenants', name: 'Tenants', key: 't', permission: 'tenants.read', part: 'tenant' },
  { path: '/lists', name: 'Lists', key: 'l', permission: 'lists.read', part: 'tenant' },
] as const;

/** What somebody sees first: the first page that they may see. */
export function FirstPage() {
  const { permissions } = useSession();
  const first = pages.find(({ permission }) => permissions.includes(permission));
  if (first?.path === '/') return <HomePage />;
  return first === undefined ? (
    <Text className="gh-dim">Your role has no access to any page.</Text>
  ) : (
    <Navigate to={first.path} replace />
  );
}

/** Pages that mails and identity providers lead to, which nobody needs to be signed in for. */
const open = /^\/(?:invitation|password-reset|forgotten|single-sign-on\/.*)$/;

/** Everything around a page; without a session, the way to one. */
export function Frame() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const session = useQuery(sessionQuery);
  if (open.test(path)) {
    return (
      <Suspense fallback={<Loader aria-label="Loading" />}>
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
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (session.data === null) return <SignIn />;
  return session.data.needs === undefined ? <SignedInFrame /> : <Gate />;
}

function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('session.end'),
    onSuccess: () => {
      // First the pages go, which know nothing without a session, and then what they knew.
      forgetDrafts();
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
    <Suspense fallback={<Loader aria-label="Loading" />}>
      <FactorGate signOut={() => signOut.mutate()} />
    </Suspense>
  );
}

function SignedInFrame() {
  const { permissions, user, domains } = useSession();
  const domain = useDomain();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [helpOpen, help] = useDisclosure();
  const mine = pages.filter(({ permission }) => permissions.includes(permission));
  const isAt = (page: string) => (page === '/' ? path === '/' : path.startsWith(page));
  useLive(domain);
  const signOut = useSignOut();
  useKeys({
    ...Object.fromEntries(mine.map((page) => [`g ${page.key}`, () => void navigate({ to: page.path })])),
    '?': help.open,
  });
  return (
    <div className="gh-frame">
      <header className="gh-header">
        <Group className="gh-header-row" gap="xs" wrap="wrap">
          <Text fw={700} className="gh-brand">
            Gatehouse
          </Text>
          {user.environment === 'test' && (
            <Badge color="orange" variant="outline">
              test
            </Badge>
          )}
          <Group component="nav" className="gh-nav" gap={2} wrap="wrap" aria-label="Pages">
            {mine.map((page, index) => (
              <NavLink
                key={page.path}
                className={index > 0 && page.part !== mine[index - 1]?.part ? 'gh-nav-next' : ''}
                renderRoot={(props) => <Link to={page.path} {...props} />}
                active={isAt(page.path)}
                aria-current={isAt(page.path) ? 'page' : undefined}
                label={page.name}
                px={6}
                py={6}
                w="auto"
                style={{ whiteSpace: 'nowrap' }}
                variant="light"
              />
            ))}
          </Group>
          <Group className="gh-tools" gap="xs" wrap="nowrap" align="flex-end">
            <Select
              label="Business domain"
              data={domains}
              value={domain}
              onChange={(value) => value !== null && chooseDomain(value)}
              allowDeselect={false}
              w={124}
            />
            <Button variant="subtle" onClick={help.open} aria-label="Keyboard shortcuts">
              ?
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default">{user.name ?? user.email}</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>
                  {user.tenantName} · {user.roles.join(', ')}
                </Menu.Label>
                <Menu.Item renderRoot={(props) => <Link to="/account" {...props} />}>Your account</Menu.Item>
                <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      </header>
      <main style={{ padding: 16 }}>
        <Suspense fallback={<Loader aria-label="Loading" />}>
          <Outlet />
        </Suspense>
      </main>
      <Shortcuts opened={helpOpen} close={help.close} pages={mine} />
    </div>
  );
}

const shortcuts = [
  ['J / K', 'next and previous row'],
  ['Enter', 'open the row'],
  ['N', 'next case'],
  ['/', 'search'],
  ['1 – 9', 'select a hit of the case'],
  ['T / F / U', 'rule: true match, false positive, undecided'],
  ['X, Shift A', 'select a hit, select all shown hits: T, F and U then rule on all of them'],
  ['Shift B / C / G', 'hits whose birth, country or gender contradicts'],
  ['Shift U, 0', 'unresolved hits, all hits'],
  ['C', 'claim'],
  ['A / R', 'approve or pass to the next group, reject'],
  ['M / D', 'add a note, attach a file'],
  ['P', 'print or save a case or a scan as PDF'],
  ['A / X / G', 'in the review of documents: accept, reject, request again'],
  ['X, B', 'select a row, assign the selected cases'],
  ['E', 'export the list of cases'],
  ['Ctrl Enter', 'confirm a dialog'],
] as const;

function Shortcuts(props: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly pages: readonly { readonly name: string; readonly key: string }[];
}) {
  const all = [
    ...shortcuts,
    ...props.pages.map(({ name, key }) => [`G ${key.toUpperCase()}`, `go to ${name}`]),
  ];
  return (
    <Modal opened={props.opened} onClose={props.close} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {all.map(([keys, does]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
