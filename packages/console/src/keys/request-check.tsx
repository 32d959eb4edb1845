import type { RequestFinding, SignedBytes } from '@gatehouse/contract';
import {
  Button,
  FileInput,
  Group,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { textOf } from '../ui/form.ts';
import { bytesAround, toBase64 } from './bytes.ts';

const checkNames: Readonly<Record<RequestFinding['check'], string>> = {
  method: text('keys.method'),
  address: 'URL',
  size: text('keys.size'),
  query: text('keys.queryString'),
  key: text('keys.key'),
  signature: text('keys.signature'),
  operation: text('keys.operation'),
  contentType: text('keys.contentType'),
  domain: text('terms.domain'),
  permission: text('keys.permission'),
  budgets: text('keys.budgets'),
  json: 'JSON',
  fields: text('keys.fields'),
};
const stateWords = {
  passed: text('keys.passed'),
  failed: text('keys.failed'),
  unknown: text('keys.notChecked'),
} as const;
const stateClasses = { passed: 'gh-agree', failed: 'gh-contradict', unknown: 'gh-dim' } as const;

/** Why a signed request is not taken. The secret is not asked for: the service has it. */
export function RequestCheck({ baseUrl }: { readonly baseUrl: string }) {
  const { check, dialog } = useRequestCheck();
  return (
    <section className="gh-panel gh-form" aria-label={text('keys.checkTitle')}>
      <Title order={2} size="h5" mb={4}>
        {text('keys.checkTitle')}
      </Title>
      <Text size="sm" className="gh-dim" mb="sm">
        {text('keys.checkWords')}
      </Text>
      <div className="gh-columns">
        <RequestForm baseUrl={baseUrl} pending={check.isPending} check={check.mutate} />
        <div aria-live="polite">
          <ErrorAlert error={check.error} />
          {check.data && (
            <>
              <Findings findings={check.data.findings} />
              {check.data.signed && <Signed signed={check.data.signed} bytes={check.data.bytes} />}
            </>
          )}
        </div>
      </div>
      {dialog}
    </section>
  );
}

/** A request is read from left to right in every language; its labels are not. */
const leftToRight = { input: { direction: 'ltr', textAlign: 'left' } } as const;

interface WrittenRequest {
  readonly form: FormData;
  /** Null: the body is the one of the form. */
  readonly file: File | null;
}

function useRequestCheck() {
  const { withProof, dialog } = useIdentityConfirmation(text('keys.resultProof'));
  const check = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: async ({ form, file }: WrittenRequest) => {
      const bytes = file === null ? typedBody(form) : new Uint8Array(await file.arrayBuffer());
      const body = {
        method: textOf(form, 'method'),
        url: textOf(form, 'url'),
        headers: textOf(form, 'headers'),
        body: toBase64(bytes),
        encoding: 'base64' as const,
      };
      const answer = await withProof(() => call('keys.checkRequest', { body }));
      return { ...answer, bytes };
    },
  });
  return { check, dialog };
}

/** Browsers end lines of a form's texts by two characters. */
function typedBody(form: FormData): Uint8Array<ArrayBuffer> {
  const typed = form.get('body');
  return new TextEncoder().encode(typeof typed === 'string' ? typed.replaceAll('\r\n', '\n') : '');
}

function RequestForm(props: {
  readonly baseUrl: string;
  readonly pending: boolean;
  readonly check: (request: WrittenRequest) => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.check({ form: new FormData(event.currentTarget), file });
      }}
    >
      <Stack gap="sm">
        <Group align="end" wrap="nowrap">
          <Select
            name="method"
            label={text('keys.method')}
            data={['POST', 'GET', 'PUT', 'PATCH', 'DELETE']}
            defaultValue="POST"
            allowDeselect={false}
            w={110}
          />
          <TextInput
            name="url"
            label={text('keys.urlWithQuery')}
            required
            placeholder={`${props.baseUrl}?api=…&sign=…`}
            style={{ flex: 1 }}
            styles={leftToRight}
          />
        </Group>
        <Textarea
          name="headers"
          label={text('keys.headers')}
          autosize
          minRows={2}
          styles={leftToRight}
          defaultValue={'Content-Type: application/json\nx-domain: '}
        />
        <Textarea
          name="body"
          label={text('keys.body')}
          autosize
          minRows={4}
          maxRows={16}
          styles={leftToRight}
          disabled={file !== null}
        />
        <FileInput
          label={text('keys.bodyFromFile')}
          placeholder={text('keys.chooseFile')}
          description={text('keys.bodyWords')}
          clearable
          clearButtonProps={{ 'aria-label': text('keys.removeFile') }}
          value={file}
          onChange={setFile}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={props.pending}>
            {text('keys.check')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Findings({ findings }: { readonly findings: readonly RequestFinding[] }) {
  return (
    <Table aria-label={text('keys.checkResult')} mb="sm">
      <Table.Tbody>
        {findings.map(({ check, state, message }) => (
          <Table.Tr key={check}>
            <Table.Th scope="row">{checkNames[check]}</Table.Th>
            <Table.Td className={stateClasses[state]}>{stateWords[state]}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Signed({ signed, bytes }: { readonly signed: SignedBytes; readonly bytes: Uint8Array }) {
  const at = signed.madeOf?.differsAt ?? null;
  return (
    <dl className="gh-facts" aria-label={text('keys.signature')}>
      <dt>{text('keys.bytesToSign')}</dt>
      <dd>{signed.count}</dd>
      <dt>{text('keys.sha256')}</dt>
      <dd>
        <code>{signed.sha256}</code>
      </dd>
      <dt>{text('keys.expectedSign')}</dt>
      <dd>
        <code>{signed.sign}</code>
      </dd>
      <dt>{text('keys.receivedSign')}</dt>
      <dd>{signed.given === null ? text('keys.missing') : <code>{signed.given}</code>}</dd>
      {at !== null && (
        <>
          <dt>{text('keys.firstDifference', { at })}</dt>
          <dd>
            <code>{bytesAround(bytes, at)}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
