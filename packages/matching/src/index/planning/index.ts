/**
 * Planning: from the matches of a query to the postings that a search traverses. Upper bounds of the query tokens give
 * the essential terms, as in MaxScore; where it is cheaper, names are found by pairs of tokens. The plan loses no name
 * that reaches the threshold.
 */
export { groupsOf, type MatchGroups } from './match-groups.ts';
export { workOf } from './plan-cost.ts';
export { planOf } from './planner.ts';
