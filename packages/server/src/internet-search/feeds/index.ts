/**
 * Keeps news of regulators and courts: fetches feeds on a schedule and finds what may name somebody. It never evaluates
 * whether a text names the subject, nor how adverse it is.
 */
export { type FeedState, readFeedStates } from './feed-queries.ts';
export { Feeds } from './feeds.ts';
