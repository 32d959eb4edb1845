import type { CaseDocument } from '@gatehouse/contract';
import { Button, Loader, Stack, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { PdfView } from './pdf-view.tsx';
import { type Box, PictureView } from './picture-view.tsx';
import { reviewTexts } from './review-texts.ts';
import { useStoredFile } from './use-stored-file.ts';

/** Pictures that browsers show; the service has judged that they are what they say. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

interface Props {
  readonly domain: string;
  readonly file: CaseDocument;
  readonly boxes?: readonly Box[];
}

/** A file of a document, drawn where browsers can; else it says so, and is offered where the role may have it. */
export function DocumentPicture(props: Props) {
  const { permissions } = useSession();
  if (!permissions.includes('uploads.read')) return <Text size="sm">{reviewTexts.mayNotView}</Text>;
  return <StoredPicture {...props} />;
}

function StoredPicture({ domain, file: of, boxes = [] }: Props) {
  const { file, address } = useStoredFile(domain, of.uploadId);
  if (file.isError)
    return <Failure error={file.error} retry={() => void file.refetch()} absent={text('documents.absent')} />;
  if (address === undefined) return <Loader role="status" aria-label={text('actions.loading')} />;
  const download = (
    <Button
      component="a"
      href={address}
      download={of.filename}
      variant="default"
      style={{ alignSelf: 'start' }}
    >
      {text('documents.download', { file: of.filename })}
    </Button>
  );
  const preview = shownTypes.has(of.contentType) ? (
    <PictureView
      address={address}
      name={of.filename}
      boxes={boxes}
      failed={<Text size="sm">{reviewTexts.cannotDraw}</Text>}
    />
  ) : of.contentType === 'application/pdf' && file.data !== undefined ? (
    <PdfView
      file={file.data}
      name={of.filename}
      failed={<Text size="sm">{reviewTexts.pdfCannotDraw}</Text>}
    />
  ) : (
    <Text size="sm">{reviewTexts.noPreview}</Text>
  );
  return (
    <Stack gap={6}>
      {preview}
      {download}
      <Text size="xs" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
        {text('documents.recorded', { sha256: of.sha256 })}
      </Text>
    </Stack>
  );
}
