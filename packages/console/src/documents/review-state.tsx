import type { DocumentReview } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { requestReasons, reviewTexts } from './review-texts.ts';

const states = {
  ACCEPTED: ['✓', text('documents.accepted'), 'gh-agree'],
  REJECTED: ['✗', text('documents.rejected'), 'gh-contradict'],
  ASKED_AGAIN: ['↺', text('documents.askedAgain'), 'gh-caution'],
} as const;

/** The newest review of a document in words, with its reason. */
export function ReviewState({ review }: { readonly review: DocumentReview | undefined }) {
  if (review === undefined)
    return (
      <Text size="sm" className="gh-dim">
        {reviewTexts.noReview}
      </Text>
    );
  const [sign, word, tone] = states[review.verdict];
  const reason = reasonLabel(review);
  return (
    <Text size="sm" fw={600} className={tone} style={{ overflowWrap: 'anywhere' }}>
      <span aria-hidden>{sign}</span>{' '}
      {reason === null ? word : text('documents.reviewedWith', { verdict: word, reason })}
    </Text>
  );
}

/** A request has its reason as a word, everything else in the person's own. */
function reasonLabel({ verdict, reason }: DocumentReview): string | null {
  if (verdict !== 'ASKED_AGAIN' || reason === null) return reason;
  return (requestReasons as Readonly<Record<string, string>>)[reason] ?? reason;
}
