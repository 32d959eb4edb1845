import type { CaseDetail, CaseDocument } from '@gatehouse/contract';
import { Button, Loader, Text, Title } from '@mantine/core';
import FileText from 'lucide-react/icons/file-text';
import UserRound from 'lucide-react/icons/user-round';
import { Fragment, memo, useState } from 'react';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { FlaggedText } from '../ui/country-flag.tsx';
import { fieldText } from '../ui/country-text.ts';
import { Failure } from '../ui/failure.tsx';
import { labelOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { WholeDates } from '../ui/whole-dates.tsx';
import { reviewTexts } from './review-texts.ts';
import { faceOf, fieldRows, type ReviewedDocument, reviewedDocuments } from './reviewed-documents.ts';
import { useStoredFile } from './use-stored-file.ts';

/** Pictures that browsers draw in a small place; everything else is opened in the review. */
const drawnTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

const agrees = text('entities.agrees');

/** People of a company whose pictures are offered here; the review has all. */
const maxPairs = 6;

/** Each identity document beside the face of whom it belongs to; nothing is read, and recorded, before somebody asks for it. */
export const IdentityPictures = memo(function IdentityPictures({
  caseDetail,
}: {
  readonly caseDetail: CaseDetail;
}) {
  const { permissions } = useSession();
  const all = reviewedDocuments(caseDetail);
  const pairs = all.flatMap((document) => {
    const face = faceOf(document, all);
    return face === undefined ? [] : [{ document, face }];
  });
  if (pairs.length === 0) return null;
  return (
    <section className="gh-panel gh-identities" aria-label={text('documents.identityCheck')}>
      <Title order={2} size="h5">
        {text('documents.identityCheck')}
      </Title>
      {!permissions.includes('uploads.read') && <Text size="sm">{reviewTexts.mayNotView}</Text>}
      {pairs.slice(0, maxPairs).map(({ document, face }) => (
        <PicturePair
          key={document.documentId}
          caseDetail={caseDetail}
          document={document}
          face={face}
          mayView={permissions.includes('uploads.read')}
        />
      ))}
    </section>
  );
});

function PicturePair(props: {
  readonly caseDetail: CaseDetail;
  readonly document: ReviewedDocument;
  readonly face: ReviewedDocument;
  readonly mayView: boolean;
}) {
  const { caseDetail, document, face, mayView } = props;
  const [isShown, setShown] = useState(false);
  return (
    <div className="gh-identity">
      <Frame caseDetail={caseDetail} document={document} title={document.name} isShown={isShown} />
      <Frame caseDetail={caseDetail} document={face} title={reviewTexts.face} isShown={isShown} isFace />
      <ComparedFields document={document} subject={caseDetail.subject} />
      <div className="gh-identity-line gh-unprinted">
        {!isShown && mayView && (
          <Button variant="default" onClick={() => setShown(true)}>
            {text('documents.showPictures')}
          </Button>
        )}
        <Text size="xs" className="gh-dim">
          {isShown ? reviewTexts.compareFaces : text('documents.viewsRecorded')}
        </Text>
      </div>
    </div>
  );
}

/** What the document says, with a sign for how the application agrees; where the application says nothing there is none. */
function ComparedFields(props: {
  readonly document: ReviewedDocument;
  readonly subject: CaseDetail['subject'];
}) {
  const { submitted } = props.document;
  if (submitted === undefined) return null;
  const rows = fieldRows(submitted, props.subject);
  return (
    <dl className="gh-facts gh-identity-fields">
      {rows.flatMap(({ field, stated, zone, print, confirmed, differing }) => {
        const value = zone ?? print ?? confirmed;
        if (value === null) return [];
        const differs = differing.length > 0;
        return (
          <Fragment key={field}>
            <dt>{labelOf(field)}</dt>
            <dd className={differs ? 'gh-caution' : undefined}>
              <bdi>
                <FlaggedText value={fieldText(field, value)} />
              </bdi>{' '}
              {stated !== null && (
                <span className={differs ? undefined : 'gh-same'}>
                  {differs ? (
                    <WholeDates words={`✕ ${text('documents.application', { value: stated })}`} />
                  ) : (
                    `✓\u00a0${agrees}`
                  )}
                </span>
              )}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

function Frame(props: {
  readonly caseDetail: CaseDetail;
  readonly document: ReviewedDocument;
  readonly title: string;
  readonly isShown: boolean;
  readonly isFace?: boolean;
}) {
  const { caseDetail, document, title, isShown, isFace = false } = props;
  const uploadId = document.files[0]?.uploadId;
  const file = caseDetail.documents.find((one) => one.uploadId === uploadId);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div className="gh-identity-frame">
        {isShown && file !== undefined ? (
          <Picture domain={caseDetail.domain} file={file} title={title} />
        ) : (
          <Icon of={isFace ? UserRound : FileText} size={20} className="gh-dim" />
        )}
      </div>
    </figure>
  );
}

function Picture(props: { readonly domain: string; readonly file: CaseDocument; readonly title: string }) {
  const { domain, file: of, title } = props;
  return drawnTypes.has(of.contentType) ? (
    <StoredImage domain={domain} uploadId={of.uploadId} title={title} />
  ) : (
    <Text size="sm">{text('documents.openInReview')}</Text>
  );
}

function StoredImage(props: { readonly domain: string; readonly uploadId: string; readonly title: string }) {
  const { file, address } = useStoredFile(props.domain, props.uploadId);
  const [isBroken, setBroken] = useState(false);
  if (file.isError)
    return <Failure error={file.error} retry={() => void file.refetch()} absent={text('documents.absent')} />;
  if (isBroken) return <Text size="sm">{reviewTexts.cannotDraw}</Text>;
  if (address === undefined) return <Loader size="sm" role="status" aria-label={text('actions.loading')} />;
  return <img src={address} alt={props.title} onError={() => setBroken(true)} />;
}
