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
      return `${source}: version ${version} is in force with ${entries} entries${stated}`;
    }
    case 'refused':
      if (isRolledBack(outcome)) {
        const next = 'its next version comes into force by itself';
        return `${source}: nothing to do, version ${outcome.version} is refused: ${outcome.refusal.message}; ${next}`;
      }
      return `${source}: version ${outcome.version} is refused: ${outcome.refusal.message}; the version in force stays`;
    case 'failed':
      return `${source}: ${outcome.message}; the version in force stays`;
    case 'busy':
      return `${source}: node ${outcome.node} works on it now; try again`;
  }
}

/** What an operator went back from stays away: that is a state, and no fault. */
export function isRolledBack(outcome: UpdateOutcome): boolean {
  return outcome.kind === 'refused' && outcome.refusal.reason === 'rolledBack';
}
