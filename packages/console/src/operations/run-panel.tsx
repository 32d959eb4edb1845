import type { ApiOperation, ApiReference, KeyView } from '@gatehouse/contract';
import { Alert, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { call, Unreachable } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { FileField } from '../ui/code-field.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icon.tsx';
import { CallAnswer } from './call-answer.tsx';
import { CallCode } from './call-code.tsx';
import { type CallCost, costOf, readJson } from './call-cost.ts';
import { CallCostWords, effectOf, hasEffect, useCostSentence } from './call-cost-words.tsx';
import { keptIds } from './example-bodies.ts';
import { UploadWords } from './upload-words.tsx';

/** A call of an operation by a key that one chooses; what it costs is said before. */
export function RunPanel(props: {
  readonly operation: ApiOperation;
  readonly reference: ApiReference;
  readonly version: string;
  readonly chooseVersion: (version: string) => void;
  readonly body: string;
  readonly write: (body: string) => void;
  readonly reset: () => void;
  readonly keep: (ids: Readonly<Record<string, string>>) => void;
}) {
  const { operation, reference, version, body } = props;
  const domain = useDomain();
  const [idempotencyKey, setIdempotencyKey] = useState('');
  const sentKey = idempotencyKey === '' ? undefined : idempotencyKey;
  const { keys, key, chooseKey } = useKeyChoice(operation.name, domain);
  const { run, dialog } = useRun({
    operation,
    version,
    domain,
    apiKey: key?.apiKey,
    idempotencyKey: sentKey ?? null,
    body,
    keep: props.keep,
  });
  const value = readJson(body);
  return (
    <section className="gh-panel gh-form gh-run" aria-label={text('operations.runIt')}>
      <Title order={2} size="h5" mb="xs">
        {text('operations.runIt')}
      </Title>
      <Stack gap="sm">
        <KeyChoice keys={keys} chosen={key} choose={chooseKey} operation={operation.name} domain={domain} />
        <CallOptions
          operation={operation}
          version={version}
          chooseVersion={props.chooseVersion}
          idempotencyKey={idempotencyKey}
          setIdempotencyKey={setIdempotencyKey}
        />
        <BodyField body={body} isJson={value !== undefined} write={props.write} reset={props.reset} />
        <RunButton
          operation={operation}
          cost={costOf(operation, body, reference.freeEngines)}
          isDisabled={key === undefined}
          isPending={run.isPending}
          run={() => run.mutate()}
        />
        <RunOutcome run={run} operation={operation} reference={reference} domain={domain} />
        {operation.name === 'storage.upload.token' && <UploadWords storageUrl={reference.storageUrl} />}
        {key && (
          <CallCode
            snippet={{
              baseUrl: reference.baseUrl,
              apiKey: key.apiKey,
              domain,
              operation: operation.name,
              apiVersion: version,
              isClientVersion: version === operation.clientVersion,
              idempotencyKey: sentKey,
              body,
              value,
            }}
          />
        )}
      </Stack>
      {dialog}
    </section>
  );
}

/** Runs the call, with what it costs above; what is billed or does something is asked once more. */
function RunButton(props: {
  readonly operation: ApiOperation;
  readonly cost: CallCost;
  readonly isDisabled: boolean;
  readonly isPending: boolean;
  readonly run: () => void;
}) {
  const { operation, cost, run } = props;
  const mayRun = useSession().permissions.includes('keys.manage');
  const [isAsked, setIsAsked] = useState(false);
  const sentence = useCostSentence(cost);
  return (
    <>
      <CallCostWords operation={operation} sentence={sentence} />
      {mayRun ? (
        <Group justify="flex-end">
          <Button
            leftSection={<Icon of={Play} />}
            disabled={props.isDisabled}
            loading={props.isPending}
            onClick={() => (cost.kind === 'none' && !hasEffect(operation) ? run() : setIsAsked(true))}
          >
            {text('operations.run')}
          </Button>
        </Group>
      ) : (
        <Text size="sm" className="gh-dim">
          {text('operations.readOnly')}
        </Text>
      )}
      <Confirm
        opened={isAsked}
        title={text('operations.confirm', { operation: operation.name })}
        words={`${sentence} ${effectOf(operation)}`}
        action={text('operations.run')}
        pending={props.isPending}
        confirm={() => {
          setIsAsked(false);
          run();
        }}
        cancel={() => setIsAsked(false)}
      />
    </>
  );
}

interface OptionsProps {
  readonly operation: ApiOperation;
  readonly version: string;
  readonly chooseVersion: (version: string) => void;
  readonly idempotencyKey: string;
  readonly setIdempotencyKey: (key: string) => void;
}

/** What a call has beside its body. */
function CallOptions(props: OptionsProps) {
  const { operation, version, idempotencyKey, setIdempotencyKey } = props;
  return (
    <>
      {operation.versions.length > 1 && (
        <Select
          label={text('operations.apiVersion')}
          data={operation.versions}
          value={version}
          onChange={(chosen) => chosen !== null && props.chooseVersion(chosen)}
          allowDeselect={false}
          maw={160}
        />
      )}
      {operation.takesIdempotencyKey && (
        <Group align="end" gap="xs" wrap="nowrap">
          <TextInput
            label={text('operations.idempotencyKey')}
            description={text('operations.idempotencyWords')}
            maxLength={255}
            value={idempotencyKey}
            onChange={(event) => setIdempotencyKey(event.currentTarget.value)}
            styles={{ input: { direction: 'ltr' } }}
            style={{ flex: 1 }}
          />
          <Button variant="default" onClick={() => setIdempotencyKey(crypto.randomUUID())}>
            {text('operations.newKey')}
          </Button>
        </Group>
      )}
    </>
  );
}

function BodyField(props: {
  readonly body: string;
  readonly isJson: boolean;
  readonly write: (body: string) => void;
  readonly reset: () => void;
}) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <div className="gh-label">{text('operations.body')}</div>
        <Button variant="subtle" size="compact-xs" onClick={props.reset}>
          {text('operations.resetBody')}
        </Button>
      </Group>
      <div translate="no">
        <FileField
          label={text('operations.body')}
          value={props.body}
          onChange={props.write}
          className="gh-code-body"
        />
      </div>
      {!props.isJson && (
        <Text size="xs" className="gh-caution" mt={4}>
          {text('operations.notJson')}
        </Text>
      )}
    </div>
  );
}

/** What the last run came to. */
function RunOutcome(props: {
  readonly run: ReturnType<typeof useRun>['run'];
  readonly operation: ApiOperation;
  readonly reference: ApiReference;
  readonly domain: string;
}) {
  const { run, operation, reference, domain } = props;
  return (
    <div aria-live="polite">
      <ErrorAlert error={run.error} />
      {run.error instanceof Unreachable && hasEffect(operation) && (
        <Text size="sm" mt={4}>
          {text('operations.outcomeUnknown')}
        </Text>
      )}
      {run.data && (
        <CallAnswer operation={operation} reference={reference} domain={domain} answer={run.data} />
      )}
    </div>
  );
}

/** The call behind the button. */
function useRun(props: {
  readonly operation: ApiOperation;
  readonly version: string;
  readonly domain: string;
  readonly apiKey: string | undefined;
  readonly idempotencyKey: string | null;
  readonly body: string;
  readonly keep: (ids: Readonly<Record<string, string>>) => void;
}) {
  const { operation, version, domain, apiKey = '', idempotencyKey, body } = props;
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityConfirmation(text('operations.proofWords'));
  const run = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: () =>
      withProof(() =>
        call('apiReference.run', {
          params: { domain },
          body: { apiKey, operation: operation.name, apiVersion: version, idempotencyKey, body },
        }),
      ),
    onSuccess: (answer) => {
      props.keep(keptIds(operation, readJson(answer.body)));
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['allowance'] }),
        queries.invalidateQueries({ queryKey: ['api-keys'] }),
      ]);
    },
  });
  return { run, dialog };
}

/** The keys of the tenant, and the one to call with: the first that may, unless one chooses another. */
function useKeyChoice(operation: string, domain: string) {
  const list = useQuery({ queryKey: ['api-keys'], queryFn: ({ signal }) => call('keys.list', { signal }) });
  const [chosen, chooseKey] = useState<string>();
  const keys = list.data?.keys.filter(({ state }) => state !== 'revoked');
  const key =
    keys?.find(({ apiKey }) => apiKey === chosen) ??
    keys?.find((one) => mayCall(one, operation, domain)) ??
    keys?.[0];
  return { keys, key, chooseKey };
}

function mayCall({ state, domains, operations }: KeyView, operation: string, domain: string): boolean {
  return (
    state === 'enabled' &&
    (domains === null || domains.includes(domain)) &&
    (operations.includes('*') || operations.includes(operation))
  );
}

function KeyChoice(props: {
  readonly keys: readonly KeyView[] | undefined;
  readonly chosen: KeyView | undefined;
  readonly choose: (apiKey: string) => void;
  readonly operation: string;
  readonly domain: string;
}) {
  const { keys, chosen, operation, domain } = props;
  if (keys?.length === 0) {
    return (
      <Alert color="blue">
        {text('operations.noKeys')} <Link to="/keys">{text('operations.toKeys')}</Link>
      </Alert>
    );
  }
  const isRefused = chosen !== undefined && !mayCall(chosen, operation, domain);
  return (
    <Select
      label={text('operations.key')}
      data={(keys ?? []).map(({ apiKey, name }) => ({ value: apiKey, label: name === '' ? apiKey : name }))}
      value={chosen?.apiKey ?? null}
      onChange={(apiKey) => apiKey !== null && props.choose(apiKey)}
      allowDeselect={false}
      {...(isRefused ? { description: text('operations.keyMayNot', { domain }) } : {})}
    />
  );
}
