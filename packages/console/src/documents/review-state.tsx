import type { DocumentReview } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { reviewTexts } from './review-texts.ts';

const states = {
  ACCEPTED: ['✓', 'Accepted', 'gh-agree'],
  REJECTED: ['✗', 'Rejected', 'gh-contradict'],
  ASKED_AGAIN: ['↺', 'Asked again', 'gh-caution'],
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
  return (
    <Text size="sm" fw={600} className={tone} style={{ overflowWrap: 'anywhere' }}>
      <span aria-hidden>{sign}</span> {word}
      {review.reason === null ? '' : `: ${review.reason}`}
    </Text>
  );
}
