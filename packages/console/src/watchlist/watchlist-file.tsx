import type { ConsoleData } from '@gatehouse/contract';
import { Alert, Button, Checkbox, FileInput, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { failureText } from '../messages/failure-text.ts';
import { phraseText } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { datedName, downloadFile } from '../ui/download-file.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';

type ImportAnswer = ConsoleData<'watchlist.import'>;

/** Takes entries in from a CSV file, and hands them out as one. */
export function WatchlistFile(props: {
  readonly domain: string;
  readonly mayWrite: boolean;
  readonly changed: () => unknown;
}) {
  const { domain } = props;
  const [imports, setImports] = useState(false);
  const hand = useMutation({
    mutationFn: async () => {
      const { csv } = await call('watchlist.export', { params: { domain } });
      downloadFile(datedName(`watchlist-${domain}`, 'csv'), new Blob([csv], { type: 'text/csv' }));
    },
  });
  return (
    <>
      {props.mayWrite && (
        <Button variant="default" onClick={() => setImports(true)}>
          {text('watchlist.importCsv')}
        </Button>
      )}
      <Button variant="default" loading={hand.isPending} onClick={() => hand.mutate()}>
        {text('terms.exportCsv')}
      </Button>
      <Modal opened={imports} onClose={() => setImports(false)} title={text('watchlist.importEntries')}>
        {imports && <ImportForm domain={domain} changed={props.changed} close={() => setImports(false)} />}
      </Modal>
    </>
  );
}

function ImportForm(props: {
  readonly domain: string;
  readonly changed: () => unknown;
  readonly close: () => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [replace, setReplace] = useState(false);
  const take = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: async () =>
      call('watchlist.import', {
        params: { domain: props.domain },
        body: { csv: await file!.text(), replace },
      }),
    onSuccess: ({ applied }) => (applied ? props.changed() : undefined),
  });
  const outcome = take.data;
  if (outcome?.applied === true) {
    const { added, changed, unchanged, removed } = outcome;
    return (
      <Stack gap="sm">
        <Text size="sm" role="status">
          {text('watchlist.imported', { added, changed, removed, unchanged })}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={props.close}>
            {text('actions.done')}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null) take.mutate();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={take.error} />
        {outcome && <ImportFaults faults={outcome.faults} />}
        <Text size="sm">{text('watchlist.importWords')}</Text>
        <FileInput
          label={text('terms.file')}
          accept=".csv,text/csv"
          required
          clearable
          clearButtonProps={{ 'aria-label': text('watchlist.removeFile') }}
          value={file}
          onChange={setFile}
        />
        <Checkbox
          label={text('watchlist.replace')}
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
        <DialogActions cancel={props.close}>
          <Button type="submit" loading={take.isPending}>
            {text('watchlist.import')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

/** Each line that could not be taken, with the reason. */
function ImportFaults({ faults }: { readonly faults: ImportAnswer['faults'] }) {
  return (
    <Alert color="red" variant="outline" role="alert" title={text('watchlist.nothingImported')}>
      <List size="sm">
        {faults.map(({ line, message, phrases }) => (
          <List.Item key={`${line} ${message}`}>
            {text('watchlist.lineFault', {
              line,
              message: phrases ? phraseText(phrases, message) : failureText(message),
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
