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
import { ErrorAlert } from '../ui/error-alert.tsx';
import { textOf } from '../ui/form.ts';
import { bytesAround, toBase64 } from './bytes.ts';

const checkNames: Readonly<Record<RequestFinding['check'], string>> = {
  method: 'Method',
  address: 'URL',
  size: 'Size',
  query: 'Query string',
  key: 'Key',
  signature: 'Signature',
  operation: 'Operation',
  contentType: 'Content type',
  domain: 'Domain',
  permission: 'Permission',
  budgets: 'Rate and call limits',
  json: 'JSON',
  fields: 'Fields',
};
const stateWords = { passed: 'passed', failed: 'failed', unknown: 'not checked' } as const;
const stateClasses = { passed: 'gh-agree', failed: 'gh-contradict', unknown: 'gh-dim' } as const;

/** Why a signed request is not taken. The secret is not asked for: the service has it. */
export function RequestCheck({ baseUrl }: { readonly baseUrl: string }) {
  const { check, dialog } = useRequestCheck();
  return (
    <section className="gh-panel gh-form" aria-label="Check a signed request">
      <Title order={2} size="h5" mb={4}>
        Check a signed request
      </Title>
      <Text size="sm" className="gh-dim" mb="sm">
        Paste a refused request. The check calls no operation, costs nothing and needs no secret.
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

interface WrittenRequest {
  readonly form: FormData;
  /** Null: the body is the one of the form. */
  readonly file: File | null;
}

function useRequestCheck() {
  const { withProof, dialog } = useIdentityConfirmation('The result shows a valid signature.');
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
            label="Method"
            data={['POST', 'GET', 'PUT', 'PATCH', 'DELETE']}
            defaultValue="POST"
            allowDeselect={false}
            w={110}
          />
          <TextInput
            name="url"
            label="URL with query string"
            required
            placeholder={`${props.baseUrl}?api=…&sign=…`}
            style={{ flex: 1 }}
          />
        </Group>
        <Textarea
          name="headers"
          label="Headers"
          autosize
          minRows={2}
          defaultValue={'Content-Type: application/json\nx-domain: '}
        />
        <Textarea name="body" label="Body" autosize minRows={4} maxRows={16} disabled={file !== null} />
        <FileInput
          label="Body from a file"
          placeholder="Choose a file"
          description="Keeps the exact bytes. Pasting can change line endings"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove file' }}
          value={file}
          onChange={setFile}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={props.pending}>
            Check request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Findings({ findings }: { readonly findings: readonly RequestFinding[] }) {
  return (
    <Table aria-label="Check result" mb="sm">
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
    <dl className="gh-facts" aria-label="Signature">
      <dt>Bytes to sign</dt>
      <dd>{signed.count}</dd>
      <dt>SHA-256 of the bytes</dt>
      <dd>
        <code>{signed.sha256}</code>
      </dd>
      <dt>Expected sign</dt>
      <dd>
        <code>{signed.sign}</code>
      </dd>
      <dt>Received sign</dt>
      <dd>{signed.given === null ? 'missing' : <code>{signed.given}</code>}</dd>
      {at !== null && (
        <>
          <dt>First difference at byte {at}</dt>
          <dd>
            <code>{bytesAround(bytes, at)}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
