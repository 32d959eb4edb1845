import type { PersonView } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, Modal, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../api.ts';
import { text, withPageTexts } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatAge, formatInstant, listText } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { useIdentityConfirmation } from './confirm-identity.tsx';
import { useLinkDialog } from './link-dialog.tsx';
import { PersonForm } from './person-form.tsx';

const key = ['people'];

const loadTokens = withPageTexts('access', () => import('../access/person-tokens.tsx'));
const PersonTokens = lazy(async () => ({ default: (await loadTokens()).PersonTokens }));

type PersonAction = 'enabled' | 'factors' | 'password';

const columns = [
  text('identity.name'),
  text('identity.roles'),
  text('identity.groups'),
  text('identity.methods'),
  text('identity.lastSignIn'),
  text('actions.title'),
];

/** Who may sign in to the tenant, as what, and when they last did. */
export function PeoplePage() {
  const mayManage = useSession().permissions.includes('people.manage');
  const queries = useQueryClient();
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => call('people.list', { signal }) });
  const changed = () => void queries.invalidateQueries({ queryKey: key });
  const actions = usePersonActions(changed);
  const [edited, setEdited] = useState<PersonView | 'new'>();
  const [tokensOf, setTokensOf] = useState<PersonView>();
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {text('identity.people')}
        </Title>
        {mayManage && <Button onClick={() => setEdited('new')}>{text('identity.inviteUser')}</Button>}
      </Group>
      <RecordTable
        list={list}
        heads={columns}
        label={text('identity.people')}
        count={list.data?.people.length ?? 0}
        empty={text('identity.noUsers')}
      >
        {list.data?.people.map((person) => (
          <PersonRow key={person.personId} person={person}>
            {mayManage && !person.roles.includes('operator') && (
              <PersonMenu
                person={person}
                edit={() => setEdited(person)}
                inviteAgain={() => actions.inviteAgain.mutate(person)}
                tokens={() => setTokensOf(person)}
                ask={(act) => actions.ask({ person, act })}
              />
            )}
          </PersonRow>
        ))}
      </RecordTable>
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? text('identity.inviteUser') : text('identity.editUser')}
      >
        {edited && (
          <PersonForm
            person={edited === 'new' ? undefined : edited}
            groups={list.data?.groups ?? []}
            invited={actions.showInvitation}
            cancel={() => setEdited(undefined)}
            done={() => {
              setEdited(undefined);
              changed();
            }}
          />
        )}
      </Modal>
      <Suspense>
        {tokensOf && (
          <PersonTokens person={tokensOf} changed={changed} close={() => setTokensOf(undefined)} />
        )}
      </Suspense>
      {actions.dialogs}
    </>
  );
}

interface AskedAction {
  readonly person: PersonView;
  readonly act: PersonAction;
}

/** What an admin does with an account, and the dialogs that ask and answer before and after it. */
function usePersonActions(changed: () => void) {
  const { withProof, dialog } = useIdentityConfirmation();
  const link = useLinkDialog();
  const [asked, ask] = useState<AskedAction>();
  const enable = useMutation({
    mutationFn: ({ personId, enabled }: PersonView) =>
      call('people.change', { params: { personId }, body: { enabled: !enabled } }),
    onSuccess: changed,
  });
  const resetFactors = useMutation({
    mutationFn: ({ personId }: PersonView) =>
      withProof(() => call('people.resetFactors', { params: { personId } })),
    onSuccess: changed,
  });
  const resetPassword = useMutation({
    mutationFn: ({ personId }: PersonView) =>
      withProof(() => call('people.resetPassword', { params: { personId } })),
    onSuccess: (person) => link.showResetLink(person),
  });
  const inviteAgain = useMutation({
    mutationFn: ({ personId }: PersonView) => call('people.inviteAgain', { params: { personId } }),
    onSuccess: (person) => {
      link.showInvitation(person);
      changed();
    },
  });
  const mutations = { enabled: enable, password: resetPassword, factors: resetFactors };
  const dialogs = (
    <>
      {dialog}
      {link.dialog}
      <Confirm
        opened={asked !== undefined}
        title={
          asked === undefined
            ? ''
            : text('tenants.actionOn', { action: actionLabel(asked), name: asked.person.email })
        }
        words={asked === undefined ? '' : consequence(asked)}
        action={asked === undefined ? '' : actionLabel(asked)}
        pending={false}
        confirm={() => {
          // Another dialog may have to ask who it is.
          ask(undefined);
          if (asked !== undefined) mutations[asked.act].mutate(asked.person);
        }}
        cancel={() => ask(undefined)}
      />
    </>
  );
  return { ask, inviteAgain, showInvitation: link.showInvitation, dialogs };
}

function PersonRow({ person, children }: { readonly person: PersonView; readonly children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Td className="gh-cut">
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {person.name ?? person.email}
          </Text>
          {!person.enabled && (
            <Badge color="red" variant="outline">
              {text('identity.disabled')}
            </Badge>
          )}
        </Group>
        {person.name !== null && (
          <Text size="xs" className="gh-dim">
            {person.email}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{listText(person.roles)}</Table.Td>
      <Table.Td>{listText(person.groups) || '—'}</Table.Td>
      <Table.Td>{signInMethodsOf(person)}</Table.Td>
      <Table.Td>
        {person.signedInAt === null ? text('identity.never') : formatAge(person.signedInAt)}
      </Table.Td>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

function PersonMenu(props: {
  readonly person: PersonView;
  readonly edit: () => void;
  readonly inviteAgain: () => void;
  readonly tokens: () => void;
  readonly ask: (act: PersonAction) => void;
}) {
  const { person, ask } = props;
  const { user } = useSession();
  const hasFactors = person.hasTotp || person.passkeys > 0 || person.providers.length > 0;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={text('identity.actionsFor', { email: person.email })}>
          …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={props.edit}>{text('identity.editUser')}</Menu.Item>
        {!person.hasPassword && person.enabled && (
          <Menu.Item onClick={props.inviteAgain}>{text('identity.resendInvitation')}</Menu.Item>
        )}
        {person.hasPassword && person.enabled && (
          <Menu.Item onClick={() => ask('password')}>{text('identity.resetPassword')}</Menu.Item>
        )}
        {person.accessTokens > 0 && (
          <Menu.Item onClick={props.tokens}>
            {text('identity.accessTokens', { count: person.accessTokens })}
          </Menu.Item>
        )}
        {hasFactors && <Menu.Item onClick={() => ask('factors')}>{text('identity.resetFactors')}</Menu.Item>}
        {person.email !== user.email && (
          <Menu.Item onClick={() => ask('enabled')}>{actionLabel({ person, act: 'enabled' })}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function signInMethodsOf({ hasPassword, hasTotp, passkeys, providers, invitedUntil }: PersonView): string {
  const ways = [
    ...(hasPassword ? [text('identity.methodPassword')] : []),
    ...(hasTotp ? [text('identity.methodCodes')] : []),
    ...(passkeys === 0 ? [] : [text('identity.methodPasskeys', { count: passkeys })]),
    ...providers,
  ];
  if (ways.length > 0) return listText(ways);
  return invitedUntil === null
    ? text('identity.noneYet')
    : text('identity.invitedUntil', { at: formatInstant(invitedUntil) });
}

function actionLabel({ person, act }: AskedAction): string {
  if (act === 'password') return text('identity.resetPassword');
  if (act === 'factors') return text('identity.resetFactors');
  return person.enabled ? text('identity.disableUser') : text('identity.enableUser');
}

function consequence({ person, act }: AskedAction): string {
  if (act === 'password') {
    return text('identity.resetPasswordWords');
  }
  if (act === 'factors') {
    return text('identity.resetFactorsWords');
  }
  return person.enabled ? text('identity.disableWords') : text('identity.enableWords');
}
