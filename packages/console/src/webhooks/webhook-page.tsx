import type { ConsoleBody, WebhookDetail } from '@gatehouse/contract';
import {
  Alert,
  Badge,
  Box,
  Button,
  Code,
  CopyButton,
  Group,
  Loader,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { call, Refused } from '../api.ts';
import { useDomain } from '../domain.ts';
import { messageOf } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { SchemaForm } from '../ui/schema-form.tsx';
import { formSchema } from '../workflows/node-schema.ts';
import { Deliveries } from './deliveries.tsx';
import { Receiver } from './receiver.tsx';
import type { SignatureOf } from './receiver-programs.ts';
import { UsedBy } from './used-by.tsx';
import { faultsOf, idFault } from './webhook-faults.ts';
import { WebhookSecrets } from './webhook-secrets.tsx';

const route = getRouteApi('/webhooks/$webhookId');
type Definition = ConsoleBody<'webhooks.create'>['definition'];

/** One webhook: its definition, its secret, a test, where it is used and what it sent. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const isNew = webhookId === 'new';
  const form = useQuery({
    queryKey: ['webhook-form'],
    queryFn: ({ signal }) => call('webhooks.form', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  const detail = useQuery({
    queryKey: ['webhook', webhookId],
    queryFn: ({ signal }) => call('webhooks.read', { params: { webhookId }, signal }),
    enabled: !isNew,
    refetchInterval: false,
  });
  const failed = [form, detail].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!form.data || (!isNew && !detail.data))
    return <Loader role="status" aria-label={text('actions.loading')} />;
  return (
    <WebhookEditor
      key={`${webhookId} ${detail.data?.version ?? 0}`}
      schema={form.data.definition}
      detail={detail.data}
    />
  );
}

/** A new one signs unless somebody takes that back (files and the interface keep `NONE`). */
function blank() {
  return {
    name: '',
    method: 'POST',
    url: 'https://',
    signature: { type: 'HMAC_SHA256', secret: newSecret() },
  };
}

const secretBytes = 32;

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
const noNames = { groups: [], webhooks: [], forms: [], fields: [], documentRules: [] };

function WebhookEditor({
  schema,
  detail,
}: {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly detail: WebhookDetail | undefined;
}) {
  const mayWrite = useSession().permissions.includes('webhooks.manage');
  const domain = useDomain();
  const editor = useDefinition(detail);
  const { save, definition } = editor;
  return (
    <>
      <Head detail={detail}>
        {mayWrite && detail && <TestSend webhookId={detail.id} domain={domain} />}
        {mayWrite && (
          <Button onClick={() => save.mutate()} loading={save.isPending} disabled={!editor.isChanged}>
            {text('actions.save')}
          </Button>
        )}
      </Head>
      {save.isError && <NotSaved error={save.error} />}
      <div className="gh-case">
        <DefinitionForm schema={schema} editor={editor} isNew={detail === undefined} mayWrite={mayWrite} />
        {detail && (
          <aside>
            <WebhookSecrets detail={detail} mayWrite={mayWrite} />
            <UsedBy detail={detail} />
          </aside>
        )}
      </div>
      <Box mt="sm">
        <Receiver signature={definition['signature'] as SignatureOf | undefined} />
      </Box>
      {detail && (
        <>
          <Title order={2} size="h4" mt="lg" mb="sm">
            {text('webhooks.deliveriesFrom', { domain })}
          </Title>
          <Deliveries domain={domain} webhookId={detail.id} />
        </>
      )}
    </>
  );
}

/** The definition while it is edited, and how it is saved. */
function useDefinition(detail: WebhookDetail | undefined) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const initial = useMemo(() => {
    const { id: _, ...shown } = detail?.definition ?? { id: '', ...blank() };
    return shown as Readonly<Record<string, unknown>>;
  }, [detail]);
  const [definition, setDefinition] = useState(initial);
  const [id, setId] = useState('');
  const save = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: () => {
      const typed = withoutUnusedSecret(definition as unknown as Definition);
      return detail
        ? call('webhooks.change', {
            params: { webhookId: detail.id },
            body: { expectedVersion: detail.version, definition: typed },
          })
        : call('webhooks.create', { body: { ...(id === '' ? {} : { id }), definition: typed } });
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
      queries.setQueryData(['webhook', saved.id], saved);
      notifications.show({ color: 'green', message: text('webhooks.saved', { version: saved.version }) });
      await navigate({ to: '/webhooks/$webhookId', params: { webhookId: saved.id }, replace: true });
    },
  });
  return { definition, setDefinition, id, setId, save, isChanged: definition !== initial };
}

function Head(props: { readonly detail: WebhookDetail | undefined; readonly children: ReactNode }) {
  const { detail } = props;
  return (
    <Group justify="space-between" mb="sm">
      <Group gap="sm">
        <Title order={1} size="h3">
          {detail?.name ?? text('webhooks.newWebhook')}
        </Title>
        {detail && (
          <>
            <Badge color="gray" variant="outline">
              {text('webhooks.versionOf', { version: detail.version })}
            </Badge>
            <code>{detail.id}</code>
          </>
        )}
      </Group>
      <Group gap={6}>{props.children}</Group>
    </Group>
  );
}

function NotSaved({ error }: { readonly error: Error }) {
  const faults = error instanceof Refused ? (error.problem.faults ?? []) : [];
  return (
    <Alert color="red" variant="outline" title={text('webhooks.notSaved')} mb="sm">
      {faults.length === 0
        ? describeError(error)
        : faults.map((fault) => (
            <Text size="sm" key={`${fault.place} ${fault.message}`}>
              <code>{fault.place}</code> {messageOf(fault)}
            </Text>
          ))}
    </Alert>
  );
}

function DefinitionForm(props: {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly editor: ReturnType<typeof useDefinition>;
  readonly isNew: boolean;
  readonly mayWrite: boolean;
}) {
  const { schema, isNew } = props;
  const { definition, setDefinition, id, setId } = props.editor;
  const shown = useMemo(() => formSchema(schema, undefined, noNames, 'definition'), [schema]);
  const { error } = props.editor.save;
  const faults = useMemo(() => faultsOf(error), [error]);
  return (
    <fieldset
      className="gh-panel gh-form"
      disabled={!props.mayWrite}
      aria-label={text('webhooks.definition')}
    >
      {isNew && (
        <TextInput
          label={text('terms.id')}
          description={text('webhooks.idWords')}
          value={id}
          error={idFault(error)}
          onChange={(event) => setId(event.currentTarget.value.trim())}
          mb="sm"
        />
      )}
      {isNew && <NewSecret signature={definition['signature']} />}
      <SchemaForm
        schema={shown}
        expressions={[]}
        names={[]}
        value={definition}
        faults={faults}
        onChange={(next) =>
          JSON.stringify(next) === JSON.stringify(definition) ? undefined : setDefinition(next)
        }
      />
    </fieldset>
  );
}

function withoutUnusedSecret({ signature, ...definition }: Definition): Definition {
  if (signature?.type !== 'NONE') return { ...definition, ...(signature && { signature }) };
  const { secret: _, ...unsigned } = signature;
  return { ...definition, signature: unsigned };
}

/** The secret as it is before it is saved: the receiver needs the same, and nobody is shown it again. */
function NewSecret({ signature }: { readonly signature: unknown }) {
  const { type, secret } = (signature ?? {}) as { readonly type?: string; readonly secret?: string };
  if (type !== 'HMAC_SHA256' || !secret) return null;
  return (
    <Alert variant="outline" title={text('webhooks.signed')} mb="sm">
      <Text size="sm">{text('webhooks.signedWords')}</Text>
      <Group gap="xs" mt={6}>
        <Code aria-label={text('webhooks.secretOfNew')}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? text('terms.copied') : text('terms.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}

/** One attempt with the definition's samples; the answer is shown as any delivery's. */
function TestSend({ webhookId, domain }: { readonly webhookId: string; readonly domain: string }) {
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: () =>
      call('webhooks.test', {
        params: { domain, webhookId },
        body: { requestId: crypto.randomUUID(), inputs: {} },
      }),
    onSuccess: ({ deliveryId }) =>
      navigate({ to: '/deliveries/$domain/$deliveryId', params: { domain, deliveryId } }),
  });
  return (
    <Button variant="default" onClick={() => send.mutate()} loading={send.isPending}>
      {text('webhooks.sendTest')}
    </Button>
  );
}
