import type { ScanDetail } from '@gatehouse/contract';
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { LinkedCase } from '../ui/linked-case.tsx';

/** Where a case of the scan is; nothing while none was asked for. */
export function ScanCase({ scan }: { readonly scan: ScanDetail }) {
  if (scan.case === null) return null;
  const { caseNo, executionId } = scan.case;
  const { domain } = scan;
  return (
    <Text component="div" size="sm" role="status" mb="sm">
      {caseNo !== null && (
        <div>
          <Sentence name="scans.caseIs" parts={{ case: <LinkedCase domain={domain} caseNo={caseNo} /> }} />
        </div>
      )}
      <Sentence
        name="scans.executionIs"
        parts={{
          execution: (
            <Link to="/executions/$domain/$executionId" params={{ domain, executionId }}>
              <bdi>{executionId}</bdi>
            </Link>
          ),
        }}
      />
    </Text>
  );
}

/** Submits the scanned name as a customer; says before what that does. */
export function OpenCase({ scan }: { readonly scan: ScanDetail }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} style={{ flexShrink: 0 }}>
        {text('scans.openCase')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={text('scans.openCaseTitle')}>
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
        <Text size="sm">{text('scans.effect')}</Text>
        <TextInput
          label={text('terms.customerId')}
          description={text('scans.customerIdHint')}
          descriptionProps={{ className: 'gh-caution' }}
          required
          data-autofocus
          value={customerId}
          onChange={(event) => setCustomerId(event.currentTarget.value)}
        />
        {scan.customerType === 'Individual' && (
          <TextInput
            label={text('terms.dateOfBirth')}
            description={text('scans.dateOfBirthHint')}
            value={dateOfBirth}
            onChange={(event) => setDateOfBirth(event.currentTarget.value)}
          />
        )}
        <DialogActions cancel={close}>
          <Button type="submit" loading={submit.isPending} disabled={customerId.trim() === ''}>
            {text('scans.submit')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
