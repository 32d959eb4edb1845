import type { UpdateOutcome } from './activate-version.ts';
import type { UpdateContext } from './update-context.ts';

/** Reports the outcome for a source to log and metrics, where an operator should know. */
export function reportOutcome({ logger, onTrouble }: UpdateContext, outcome: UpdateOutcome): void {
  const { kind, source } = outcome;
  if (kind === 'activated') {
    const { version, sequence, entries, counts } = outcome;
    logger.info({ source, version, sequence, entries, changes: counts }, 'a list version was activated');
  } else if (kind === 'failed') {
    const { message: reason } = outcome;
    logger.error({ source, reason }, 'a list could not be updated; the active version is kept');
    onTrouble?.({ kind, source });
  } else if (kind === 'refused' && outcome.isNew) {
    const { version, refusal } = outcome;
    logger.error({ source, version, ...refusal }, 'a list version was refused; the active version is kept');
    onTrouble?.({ kind, source });
  }
}
