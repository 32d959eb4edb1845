import { Button, Group, Loader, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { text } from '../messages/text.ts';
import { PictureView } from './picture-view.tsx';
import { pageText, reviewTexts, shownPagesText } from './review-texts.ts';
import { usePdf } from './use-pdf.ts';

/** A PDF page by page, each drawn as a picture that is zoomed, turned and looked at as others are. */
export function PdfView(props: {
  readonly file: Blob;
  readonly name: string;
  /** What is shown where the PDF or its page cannot be drawn. */
  readonly failed: ReactNode;
}) {
  const { file, name, failed } = props;
  const [page, setPage] = useState(1);
  const pdf = usePdf(file, page);
  if (pdf.kind === 'failed') return failed;
  if (pdf.kind === 'loading') return <Loader role="status" aria-label={text('actions.loading')} />;
  const { shownPages, pages, address } = pdf;
  return (
    <div>
      {shownPages > 1 && (
        <Group gap="xs" mb={4} role="group" aria-label={reviewTexts.pages}>
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {reviewTexts.previousPage}
          </Button>
          <Text size="sm" aria-live="polite">
            {pageText(page, pages)}
          </Text>
          <Button variant="default" disabled={page === shownPages} onClick={() => setPage(page + 1)}>
            {reviewTexts.nextPage}
          </Button>
        </Group>
      )}
      {address === null && failed}
      {address === undefined && <Loader role="status" aria-label={text('actions.loading')} />}
      {typeof address === 'string' && (
        <PictureView
          key={page}
          address={address}
          name={pages > 1 ? text('documents.pageOf', { file: name, page: pageText(page, pages) }) : name}
          failed={failed}
        />
      )}
      {shownPages < pages && <Text size="sm">{shownPagesText(shownPages, pages)}</Text>}
    </div>
  );
}
