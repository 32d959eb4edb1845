import type { KeyView } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, Modal, Select, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useProof } from '../identity/proof.tsx';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatAge, formatInstant } from '../ui/format.ts';
import { Program } from '../ui/program.tsx';
import { CopyId, RecordTable } from '../ui/record-table.tsx';
import { nameOf, RotateDialog, SecretDialog } from './key-acts.tsx';
import { KeyForm, type WrittenKey } from './key-form.tsx';
import { RequestCheck } from './request-check.tsx';
import { runsAs, type SnippetLanguage, snippet, snippetLanguages, snippetOperations } from './snippets.ts';

const queryKey = ['api-keys'];

type Asked =
  | { readonly act: 'new' }
  | { readonly act: 'change' | 'rotate' | 'enabled' | 'overlap' | 'revoke'; readonly key: KeyView };

/** Keys of the signed gateway, programs that call it, and why a request is refused. */
export function KeysPage() {
  const { permissions } = useSession();
  const mayManage = permissions.includes('keys.manage');
  const list = useQuery({ queryKey, queryFn: ({ signal }) => call('keys.list', { signal }) });
  const [asked, setAsked] = useState<Asked>();
  const keys = list.data?.keys ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          API &amp; Integration
        </Title>
        {mayManage && <Button onClick={() => setAsked({ act: 'new' })}>New key</Button>}
      </Group>
      {list.data && (
        <dl className="gh-facts" style={{ marginBottom: 12 }}>
          <dt>Gateway</dt>
          <dd>
            <CopyId id={list.data.baseUrl} />
          </dd>
          <dt>Uploads</dt>
          <dd>
            <CopyId id={list.data.storageUrl} />
          </dd>
        </dl>
      )}
      <RecordTable
        list={list}
        heads={['Key', 'State', 'May', 'Limits', 'Last used', 'Acts']}
        label="API keys"
        count={keys.length}
        empty={mayManage ? 'No key yet. The first one lets a server of yours call.' : 'No key yet.'}
      >
        {keys.map((key) => (
          <KeyRow key={key.apiKey} of={key} ask={mayManage ? setAsked : undefined} />
        ))}
      </RecordTable>
      {list.data && (
        <KeyActs
          asked={asked}
          close={() => setAsked(undefined)}
          operations={list.data.operations.map(({ name }) => name)}
        />
      )}
      {list.data && <Snippets baseUrl={list.data.baseUrl} keys={keys} />}
      {list.data && mayManage && <RequestCheck baseUrl={list.data.baseUrl} />}
    </>
  );
}

const stateColours = { enabled: 'green', disabled: 'gray', expired: 'orange', revoked: 'red' } as const;

function KeyRow({
  of: key,
  ask,
}: {
  readonly of: KeyView;
  readonly ask: ((asked: Asked) => void) | undefined;
}) {
  const { rate, calls, callsUsed, expiresAt } = key;
  const limits = [
    ...(rate === null ? [] : [`${rate.requests} in ${rate.seconds} s`]),
    ...(calls === null ? [] : [`${callsUsed} of ${calls} calls`]),
    ...(expiresAt === null ? [] : [`until ${formatInstant(expiresAt)}`]),
  ];
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {key.name === '' ? 'Of the tenant file' : key.name}
        </Text>
        <CopyId id={key.apiKey} />
      </Table.Td>
      <Table.Td>
        <Badge color={stateColours[key.state]} variant="outline">
          {key.state}
        </Badge>
        {key.previous && (
          <Text size="xs" className="gh-dim">
            The secret before is taken until {formatInstant(key.previous.until)};{' '}
            {key.previous.lastUsedAt === null
              ? 'nobody has signed with it since'
              : `last used ${formatAge(key.previous.lastUsedAt)}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{key.operations.includes('*') ? 'every operation' : key.operations.join(', ')}</Text>
        <Text size="xs" className="gh-dim">
          {key.domains === null ? 'every domain' : key.domains.join(', ')}
        </Text>
      </Table.Td>
      <Table.Td>{limits.join(', ') || 'none'}</Table.Td>
      <Table.Td title={key.lastUsedAt === null ? '' : formatInstant(key.lastUsedAt)}>
        {key.lastUsedAt === null ? 'never' : formatAge(key.lastUsedAt)}
      </Table.Td>
      <Table.Td>
        {ask && key.state !== 'revoked' && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" aria-label={`Acts on ${nameOf(key)}`}>
                …
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => ask({ act: 'change', key })}>Name, scopes and limits</Menu.Item>
              <Menu.Item onClick={() => ask({ act: 'rotate', key })}>Another secret</Menu.Item>
              {key.previous && (
                <Menu.Item onClick={() => ask({ act: 'overlap', key })}>End the overlap</Menu.Item>
              )}
              <Menu.Item onClick={() => ask({ act: 'enabled', key })}>
                {key.state === 'disabled' ? 'Enable' : 'Disable'}
              </Menu.Item>
              <Menu.Item onClick={() => ask({ act: 'revoke', key })}>Revoke</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function KeyActs(of: {
  readonly asked: Asked | undefined;
  readonly close: () => void;
  readonly operations: readonly string[];
}) {
  const { asked, close } = of;
  const queries = useQueryClient();
  const { withProof, dialog } = useProof(
    'A secret is about to be handed out, or a key to do more than before.',
  );
  const [told, setTold] = useState<{ key: KeyView; secret: string }>();
  const key = asked !== undefined && asked.act !== 'new' ? asked.key : undefined;
  const changed = () => {
    close();
    return queries.invalidateQueries({ queryKey });
  };
  const hand = (made: { key: KeyView; secret: string }) => {
    setTold(made);
    return changed();
  };
  const params = { apiKey: key?.apiKey ?? '' };
  const create = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: (body: WrittenKey) => withProof(() => call('keys.create', { body })),
    onSuccess: hand,
  });
  const rotate = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: (overlapHours: number) =>
      withProof(() => call('keys.rotate', { params, body: { overlapHours } })),
    onSuccess: hand,
  });
  const change = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: ({ written, enabled }: { written: WrittenKey; enabled: boolean }) =>
      withProof(() =>
        call('keys.change', { params, body: { ...written, enabled, expectedRevision: key?.revision ?? 0 } }),
      ),
    onSuccess: changed,
    // Somebody was faster: what they changed is shown behind the refusal.
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  const end = useMutation({
    mutationFn: (act: 'overlap' | 'revoke') =>
      act === 'revoke' ? call('keys.revoke', { params }) : call('keys.endOverlap', { params }),
    onSuccess: changed,
  });
  const isEnabled = key !== undefined && key.state !== 'disabled';
  const ending = asked?.act === 'overlap' || asked?.act === 'revoke' ? asked.act : undefined;
  return (
    <>
      <Modal
        opened={asked?.act === 'new' || asked?.act === 'change'}
        onClose={close}
        title={asked?.act === 'new' ? 'New key' : `Change ${nameOf(key)}`}
      >
        {asked && (
          <KeyForm
            written={key}
            operations={of.operations}
            error={asked.act === 'new' ? create.error : change.error}
            pending={create.isPending || change.isPending}
            save={(written) =>
              asked.act === 'new' ? create.mutate(written) : change.mutate({ written, enabled: isEnabled })
            }
          />
        )}
      </Modal>
      <RotateDialog
        asked={asked?.act === 'rotate' ? key : undefined}
        error={rotate.error}
        pending={rotate.isPending}
        rotate={(hours) => rotate.mutate(hours)}
        close={close}
      />
      <Confirm
        opened={asked?.act === 'enabled'}
        title={`${isEnabled ? 'Disable' : 'Enable'} ${nameOf(key)}?`}
        words={
          isEnabled
            ? 'Every call with it is refused within a second, until it is enabled again.'
            : 'Calls with it are taken again.'
        }
        pending={change.isPending}
        confirm={() => key && change.mutate({ written: writtenOf(key), enabled: !isEnabled })}
        cancel={close}
      />
      <Confirm
        opened={ending !== undefined}
        title={ending === 'revoke' ? `Revoke ${nameOf(key)}?` : `End the overlap of ${nameOf(key)}?`}
        words={
          ending === 'revoke'
            ? 'For good: every call with it is refused within a second, and its secrets are deleted.'
            : 'Calls signed with the secret before are refused within a second.'
        }
        pending={end.isPending}
        confirm={() => ending && end.mutate(ending)}
        cancel={close}
      />
      {/* Above the dialog that asked for it. */}
      {dialog}
      <SecretDialog told={told} close={() => setTold(undefined)} />
    </>
  );
}

function writtenOf({ name, domains, operations, rate, calls, expiresAt }: KeyView): WrittenKey {
  return { name, domains, operations, rate, calls, expiresAt };
}

/** Programs for the key and domain that one chose. */
function Snippets({ baseUrl, keys }: { readonly baseUrl: string; readonly keys: readonly KeyView[] }) {
  const domain = useDomain();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const usable = keys.filter(
    ({ state, domains, operations }) =>
      state === 'enabled' &&
      (domains === null || domains.includes(domain)) &&
      (operations.includes('*') || snippetOperations.every((name) => operations.includes(name))),
  );
  const [chosen, choose] = useState<string>();
  const apiKey = usable.find((key) => key.apiKey === chosen)?.apiKey ?? usable[0]?.apiKey;
  return (
    <section className="gh-panel gh-form" aria-label="First call" style={{ marginTop: 12 }}>
      <Title order={2} size="h5" mb={4}>
        First call
      </Title>
      {apiKey === undefined ? (
        <Text size="sm" className="gh-dim">
          No enabled key may use {domain}. The programs call {snippetOperations.join(' and ')}.
        </Text>
      ) : (
        <>
          <Text size="sm" className="gh-dim" mb="sm">
            Searches your own watchlist of {domain}, which takes no credit. It runs as it is, with the secret
            in <code>GATEHOUSE_API_SECRET</code>.
          </Text>
          <Select
            label="Key"
            data={usable.map((key) => ({ value: key.apiKey, label: nameOf(key) }))}
            value={apiKey}
            onChange={(value) => choose(value ?? undefined)}
            allowDeselect={false}
            maw={320}
            mb="sm"
          />
          <Program
            label="Program"
            languages={snippetLanguages}
            language={language}
            choose={setLanguage}
            text={snippet(language, { baseUrl, apiKey, domain })}
            words={runsAs[language]}
          />
        </>
      )}
    </section>
  );
}
