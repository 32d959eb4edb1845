import type { SubmittedDocument } from '@gatehouse/contract';
import type { TextKey } from '../messages/table.ts';
import { useTranslator } from '../ui/context.ts';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';

interface PictureFindingsProps {
  readonly findings: readonly string[];
  readonly onDone: () => void;
  readonly onRetake: () => void;
}

const findingTexts: Readonly<Record<string, TextKey>> = {
  noWriting: 'kept_noWriting',
  plainPicture: 'kept_plainPicture',
  'poorPicture:tooBlurred': 'unread_tooBlurred',
  'poorPicture:tooDark': 'unread_tooDark',
  'poorPicture:glare': 'unread_glare',
  'poorPicture:tooSmall': 'unread_tooSmall',
};

/** A picture on which nothing was found that should be there: the person takes another, or keeps it is. */
export function PictureFindings({ findings, onDone, onRetake }: PictureFindingsProps) {
  const words = useTranslator();
  return (
    <Screen title={words.text('keptTitle')} onBack={onDone}>
      {findings.map((finding) => (
        <Notice key={finding} tone="warning">
          {words.text(findingTexts[finding] ?? 'kept_plainPicture')}
        </Notice>
      ))}
      <div class="actions">
        <MainButton type="button" onClick={onRetake}>
          {words.text('retake')}
        </MainButton>
        <button type="button" class="text-button" onClick={onDone}>
          {words.text('useAnyway')}
        </button>
      </div>
    </Screen>
  );
}

/** What the person is asked about a picture that is kept and not read. */
export function keptFindings({ reading }: Pick<SubmittedDocument, 'reading'>): readonly string[] {
  return reading.kind === 'kept' ? reading.findings : [];
}
