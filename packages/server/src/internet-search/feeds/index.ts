/**
 * Keeps news of regulators and courts: fetches feeds on a schedule and finds what may name somebody. It never judges
 * whether a text names the subject, nor how adverse it is.
 */
export { type FeedState, type FoundItem, readFeedStates } from './feed-queries.ts';
export { Feeds, type FeedsOptions } from './feeds.ts';
