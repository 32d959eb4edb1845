import type { ScanDetail } from '@gatehouse/contract';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { scanTexts } from './scan-texts.ts';

/** Where a case of the scan is; nothing while none was asked for. */
export function ScanCase({ scan }: { readonly scan: ScanDetail }) {
  if (scan.case === null) return null;
  const { caseNo, executionId } = scan.case;
  const { domain } = scan;
  return (
    <Text size="sm" role="status" mb="sm">
      {caseNo === null ? (
        <>
          {scanTexts.execution}{' '}
          <Link to="/executions/$domain/$executionId" params={{ domain, executionId }}>
            {executionId}
          </Link>
        </>
      ) : (
        <>
          {scanTexts.case}{' '}
          <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
            {caseNo}
          </Link>
        </>
      )}
    </Text>
  );
}

/** Submits the scanned name as a customer; says before what that does. */
export function OpenCase({ scan }: { readonly scan: ScanDetail }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} style={{ flexShrink: 0 }}>
        {scanTexts.openCase}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={scanTexts.openCaseTitle}>
        {opened && <OpenCaseForm scan={scan} close={() => setOpened(false)} />}
      </Modal>
    </>
  );
}

function OpenCaseForm({ scan, close }: { readonly scan: ScanDetail; readonly close: () => void }) {
  const queries = useQueryClient();
  const [customerId, setCustomerId] = useState(`scan-${scan.scanId.slice(-12)}`);
  const [dateOfBirth, setDateOfBirth] = useState('');
  const submit = useMutation({
    mutationFn: () =>
      call('scans.openCase', {
        params: { domain: scan.domain, scanId: scan.scanId },
        body: {
          customerId: customerId.trim(),
          ...(dateOfBirth.trim() === '' ? {} : { dateOfBirth: dateOfBirth.trim() }),
        },
      }),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['scan'] });
      close();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (customerId.trim() !== '') submit.mutate();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={submit.error} />
        <Text size="sm">{scanTexts.effect}</Text>
        <TextInput
          label={scanTexts.customerId}
          description={scanTexts.customerIdHint}
          descriptionProps={{ className: 'gh-caution' }}
          required
          data-autofocus
          value={customerId}
          onChange={(event) => setCustomerId(event.currentTarget.value)}
        />
        {scan.customerType === 'Individual' && (
          <TextInput
            label={scanTexts.dateOfBirth}
            description={scanTexts.dateOfBirthHint}
            value={dateOfBirth}
            onChange={(event) => setDateOfBirth(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {scanTexts.cancel}
          </Button>
          <Button type="submit" loading={submit.isPending} disabled={customerId.trim() === ''}>
            {scanTexts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
