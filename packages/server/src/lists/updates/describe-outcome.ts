import type { UpdateOutcome } from './activate-version.ts';

/** One line about one source. */
export function describeOutcome(outcome: UpdateOutcome): string {
  const { source } = outcome;
  switch (outcome.kind) {
    case 'unchanged':
      return `${source}: unchanged, version ${outcome.version}`;
    case 'activated': {
      const { version, entries, counts } = outcome;
      const stated = counts
        ? ` (${counts.new} new, ${counts.material + counts.minor} changed, ${counts.gone} gone)`
        : '';
      return `${source}: version ${version} is active with ${entries} entries${stated}`;
    }
    case 'refused':
      if (isRolledBack(outcome)) {
        const next = 'its next version is activated automatically';
        return `${source}: nothing to do, version ${outcome.version} is refused: ${outcome.refusal.message}; ${next}`;
      }
      return `${source}: version ${outcome.version} is refused: ${outcome.refusal.message}; the active version is kept`;
    case 'failed':
      return `${source}: ${outcome.message}; the active version is kept`;
    case 'busy':
      return `${source}: node ${outcome.node} is updating it now; try again`;
  }
}

/** What an operator went back from stays away: that is a state, and no fault. */
export function isRolledBack(outcome: UpdateOutcome): boolean {
  return outcome.kind === 'refused' && outcome.refusal.reason === 'rolledBack';
}
