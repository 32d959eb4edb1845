import type { PersonView } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, Modal, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatAge, formatInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { useIdentityConfirmation } from './confirm-identity.tsx';
import { useLinkDialog } from './link-dialog.tsx';
import { PersonForm } from './person-form.tsx';

const key = ['people'];

type PersonAction = 'enabled' | 'factors' | 'password';

const columns = ['Name', 'Roles', 'Groups', 'Sign-in methods', 'Last sign-in', 'Actions'];

/** Who may sign in to the tenant, as what, and when they last did. */
export function PeoplePage() {
  const mayManage = useSession().permissions.includes('people.manage');
  const queries = useQueryClient();
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => call('people.list', { signal }) });
  const changed = () => void queries.invalidateQueries({ queryKey: key });
  const actions = usePersonActions(changed);
  const [edited, setEdited] = useState<PersonView | 'new'>();
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          People
        </Title>
        {mayManage && <Button onClick={() => setEdited('new')}>Invite user</Button>}
      </Group>
      <RecordTable
        list={list}
        heads={columns}
        label="People"
        count={list.data?.people.length ?? 0}
        empty="No users yet."
      >
        {list.data?.people.map((person) => (
          <PersonRow key={person.personId} person={person}>
            {mayManage && !person.roles.includes('operator') && (
              <PersonMenu
                person={person}
                edit={() => setEdited(person)}
                inviteAgain={() => actions.inviteAgain.mutate(person)}
                ask={(act) => actions.ask({ person, act })}
              />
            )}
          </PersonRow>
        ))}
      </RecordTable>
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? 'Invite user' : 'Edit user'}
      >
        {edited && (
          <PersonForm
            person={edited === 'new' ? undefined : edited}
            groups={list.data?.groups ?? []}
            invited={actions.showInvitation}
            done={() => {
              setEdited(undefined);
              changed();
            }}
          />
        )}
      </Modal>
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
        title={asked === undefined ? '' : `${actionLabel(asked)}: ${asked.person.email}`}
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
              disabled
            </Badge>
          )}
        </Group>
        {person.name !== null && (
          <Text size="xs" className="gh-dim">
            {person.email}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{person.roles.join(', ')}</Table.Td>
      <Table.Td>{person.groups.join(', ') || '—'}</Table.Td>
      <Table.Td>{signInMethodsOf(person)}</Table.Td>
      <Table.Td>{person.signedInAt === null ? 'never' : formatAge(person.signedInAt)}</Table.Td>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

function PersonMenu(props: {
  readonly person: PersonView;
  readonly edit: () => void;
  readonly inviteAgain: () => void;
  readonly ask: (act: PersonAction) => void;
}) {
  const { person, ask } = props;
  const { user } = useSession();
  const hasFactors = person.hasTotp || person.passkeys > 0 || person.providers.length > 0;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={`Actions for ${person.email}`}>
          …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={props.edit}>Edit user</Menu.Item>
        {!person.hasPassword && person.enabled && (
          <Menu.Item onClick={props.inviteAgain}>Resend invitation</Menu.Item>
        )}
        {person.hasPassword && person.enabled && (
          <Menu.Item onClick={() => ask('password')}>Reset password</Menu.Item>
        )}
        {hasFactors && <Menu.Item onClick={() => ask('factors')}>Reset second factors</Menu.Item>}
        {person.email !== user.email && (
          <Menu.Item onClick={() => ask('enabled')}>{actionLabel({ person, act: 'enabled' })}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function signInMethodsOf({ hasPassword, hasTotp, passkeys, providers, invitedUntil }: PersonView): string {
  const ways = [
    ...(hasPassword ? ['password'] : []),
    ...(hasTotp ? ['authenticator codes'] : []),
    ...(passkeys === 0 ? [] : [passkeys === 1 ? 'passkey' : `${passkeys} passkeys`]),
    ...providers,
  ];
  if (ways.length > 0) return ways.join(', ');
  return invitedUntil === null ? 'none yet' : `invited until ${formatInstant(invitedUntil)}`;
}

function actionLabel({ person, act }: AskedAction): string {
  if (act === 'password') return 'Reset password';
  if (act === 'factors') return 'Reset second factors';
  return person.enabled ? 'Disable user' : 'Enable user';
}

function consequence({ person, act }: AskedAction): string {
  if (act === 'password') {
    return 'A link sets a new password. It works once, within one hour, and ends all sessions of this person. Second factors are still required. First make sure that this person asked for it. The reset is saved to the audit log.';
  }
  if (act === 'factors') {
    return 'Removes authenticator codes, recovery codes, passkeys and linked identity providers, and ends all sessions. First make sure that this person asked for it.';
  }
  return person.enabled
    ? 'Ends all sessions at once and blocks sign-in. Cases stay assigned to this person until they are reassigned.'
    : 'This person can sign in again.';
}
