import type { RetentionKind, RetentionRule } from '@gatehouse/contract';
import { isBelowLaw } from '@gatehouse/contract/retention';
import { Alert } from '@mantine/core';
import { text } from '../messages/text.ts';

/** Warns of a period that is shorter than the law against money laundering demands. */
export function BelowLaw({ kind, rule }: { readonly kind: RetentionKind; readonly rule: RetentionRule }) {
  if (!isBelowLaw(kind, rule.period)) return null;
  return (
    <Alert color="orange" role="alert">
      {text('retention.belowLaw')}
    </Alert>
  );
}
