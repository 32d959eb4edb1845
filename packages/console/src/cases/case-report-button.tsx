import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../api.ts';
import type { CaseKey } from '../hits/entity-card.tsx';
import { reportLanguage } from '../messages/report-language.ts';
import { text } from '../messages/text.ts';
import { downloadFile } from '../ui/download-file.ts';
import { useKeys } from '../ui/keys.ts';

/** Saves the report of the case: the service makes it, and the audit log says so. */
export function CaseReportButton({ caseKey }: { readonly caseKey: CaseKey }) {
  const { domain, caseNo } = caseKey;
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      downloadFile(
        `${caseNo}-report.pdf`,
        await fetchFile('cases.report', { domain, caseNo }, { language: reportLanguage() }),
      ),
  });
  useKeys({ e: () => !isPending && mutate() });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {text('case.report')}&nbsp;<kbd className="gh-key">E</kbd>
    </Button>
  );
}
