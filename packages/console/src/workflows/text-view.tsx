import type { WorkflowDetail } from '@gatehouse/contract';
import { Alert, Button, FileButton, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { FileField } from '../ui/code-field.tsx';
import type { Draft } from './draft.ts';
import { useVersion } from './use-version.ts';
import { fileText, readText } from './workflow-text.ts';

/** The same workflow as its file, beside any version of it; what is written here is drawn at once. */
export function TextView(props: {
  readonly domain: string;
  readonly draft: Draft;
  readonly detail: WorkflowDetail | undefined;
  readonly onChange?: (draft: Draft) => void;
}) {
  const { domain, detail, onChange } = props;
  const [written, setWritten] = useState(() => fileText(props.draft));
  const [drawn, setDrawn] = useState(props.draft);
  const [against, setAgainst] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  // An undo, or a change made elsewhere, is shown in place of what was written.
  if (drawn !== props.draft) {
    setDrawn(props.draft);
    setWritten(fileText(props.draft));
    setFault(undefined);
  }
  const version = against === null ? null : Number(against);
  const original = useVersion({ domain, workflowId: detail?.workflowId, version });
  const write = (next: string): void => {
    setWritten(next);
    const read = readText(next);
    setFault('fault' in read ? read.fault : undefined);
    if ('fault' in read) return;
    setDrawn(read.draft);
    onChange?.(read.draft);
  };
  const versions = (detail?.versions ?? []).map(({ version }) => ({
    value: String(version),
    label: text('workflows.version', { version: String(version) }),
  }));
  return (
    <>
      <Group gap="sm" mb="xs">
        {versions.length > 0 && (
          <Select
            aria-label={text('workflows.compareWith')}
            placeholder={text('workflows.compareWithVersion')}
            data={versions}
            value={against}
            clearable
            onChange={setAgainst}
            clearButtonProps={{ 'aria-label': text('workflows.stopComparing') }}
          />
        )}
        <Button
          variant="default"
          component="a"
          href={`data:application/yaml;charset=utf-8,${encodeURIComponent(written)}`}
          download={`${props.draft.id || 'workflow'}.yaml`}
        >
          {text('workflows.exportFile')}
        </Button>
        {onChange && (
          <FileButton
            accept=".yaml,.yml,.json"
            onChange={(file) => void file?.text().then(write)}
            inputProps={{ 'aria-label': text('workflows.fileToImport') }}
          >
            {(button) => (
              <Button variant="default" {...button}>
                {text('workflows.importFile')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {fault !== undefined && (
        <Alert color="red" variant="outline" title={text('workflows.invalidText')} mb="xs">
          {fault}
        </Alert>
      )}
      <FileField
        label={text('workflows.workflowFile')}
        value={written}
        original={against === null ? undefined : original.data && fileText(original.data.definition)}
        {...(onChange ? { onChange: write } : {})}
      />
    </>
  );
}
