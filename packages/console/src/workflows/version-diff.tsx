import { text } from '../messages/text.ts';
import { FileField } from '../ui/code-field.tsx';
import { Failure } from '../ui/failure.tsx';
import { useVersion } from './use-version.ts';
import { fileText } from './workflow-text.ts';

/** What is to be published, beside the published version. */
export function VersionDiff(props: {
  readonly domain: string;
  readonly workflowId: string | undefined;
  /** Null: nothing is published yet. */
  readonly version: number | null;
  readonly definition: unknown;
}) {
  const { version } = props;
  const published = useVersion(props);
  if (published.isError) return <Failure error={published.error} retry={() => void published.refetch()} />;
  if (version !== null && !published.data) return null;
  return (
    <FileField
      label={text('workflows.changesToPublish')}
      className="gh-code-part"
      value={fileText(props.definition)}
      original={published.data && fileText(published.data.definition)}
    />
  );
}
