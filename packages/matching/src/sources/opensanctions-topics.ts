/** Categories of entries by the topics of OpenSanctions: its codes of risk, such as `sanction` or `role.pep`. */
import type { Category } from '../entry.ts';

/** Topics by category, the gravest category first. A topic includes those below it: `crime` includes `crime.fraud`. */
const CATEGORIES: readonly [Category, readonly string[]][] = [
  ['sanctions', ['sanction', 'asset.frozen']],
  ['law-enforcement', ['wanted', 'crime']],
  ['pep', ['role.pep', 'role.rca', 'role.pol', 'role.judge', 'role.civil', 'role.diplo', 'gov']],
  ['adverse-media', ['mare', 'role.oligarch', 'role.journo', 'role.act']],
];

function isBelow(topic: string, above: string): boolean {
  return topic === above || topic.startsWith(`${above}.`);
}

export interface TopicsCategory {
  category: Category;
  /** The topic that decided, or `listed` without any. */
  subCategory: string;
}

/** The gravest category among topics; a watchlist for all others and for none. */
export function categoryOfTopics(topics: readonly string[]): TopicsCategory {
  for (const [category, known] of CATEGORIES) {
    for (const above of known) {
      const matching = topics.filter((topic) => isBelow(topic, above)).sort();
      if (matching.length > 0) return { category, subCategory: matching[0]! };
    }
  }
  return { category: 'watchlist', subCategory: [...topics].sort()[0] ?? 'listed' };
}
