import type { CaseDocument, DocumentReview } from '@gatehouse/contract';
import { Button, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { bytesText, formatZonedInstant, listText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { documentIcon } from '../ui/kind-icons.ts';
import { DocumentPicture } from './document-picture.tsx';
import { ReviewState } from './review-state.tsx';

/** Files that can be viewed; the audit log records each view. */
export function DocumentList(props: {
  readonly domain: string;
  readonly documents: readonly CaseDocument[];
  /** Which document a file shows; undefined where its name is all that is known. */
  readonly titleOf: (file: CaseDocument) => string | undefined;
  /** Of the document that a file shows. */
  readonly typeOf: (file: CaseDocument) => string | undefined;
  /** The newest review of it. */
  readonly reviewOf?: (file: CaseDocument) => DocumentReview | undefined;
}) {
  const [opened, setOpened] = useState<CaseDocument>();
  return (
    <>
      <ul className="gh-list">
        {props.documents.map((document) => {
          const title = props.titleOf(document);
          const review = props.reviewOf?.(document);
          return (
            <li key={document.uploadId}>
              <Icon of={documentIcon(props.typeOf(document))} size={20} className="gh-dim" />
              <div className="gh-list-main">
                <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {title ?? document.filename}
                </Text>
                {review && <ReviewState review={review} />}
                <Text size="xs" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
                  {title === undefined ? '' : `${document.filename} · `}
                  {text('documents.fileFacts', {
                    size: bytesText(document.size),
                    origin: originLabel(document),
                    at: formatZonedInstant(document.at),
                  })}
                </Text>
              </div>
              <Button
                variant="default"
                style={{ flexShrink: 0 }}
                onClick={() => setOpened(document)}
                aria-label={text('documents.viewNamed', {
                  document: title === undefined ? document.filename : listText([title, document.filename]),
                })}
              >
                {text('documents.view')}
              </Button>
            </li>
          );
        })}
      </ul>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={
          opened === undefined
            ? ''
            : listText([props.titleOf(opened), opened.filename].filter((one) => one !== undefined))
        }
        size="xl"
      >
        {opened && <DocumentPicture key={opened.uploadId} domain={props.domain} file={opened} />}
      </Modal>
    </>
  );
}

function originLabel({ origin, by }: CaseDocument): string {
  switch (origin) {
    case 'end_user':
      return by === null ? text('documents.uploaded') : text('documents.uploadedBy', { person: by });
    case 'attached':
      return by === null ? text('documents.attached') : text('documents.attachedBy', { person: by });
    case 'submitted':
      return by === null ? text('documents.submittedFile') : text('documents.submittedBy', { key: by });
  }
}
