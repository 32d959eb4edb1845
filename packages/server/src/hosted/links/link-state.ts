/** The state of a link (interface specification 3.5, docs/interface.md 4). */
export type LinkState = 'live' | 'expired' | 'superseded' | 'spent';

/** What was done to a link counts before what time did. */
export function linkState(
  link: { readonly endReason: 'superseded' | 'spent' | null; readonly expiresAt: Date },
  now: Date,
): LinkState {
  if (link.endReason !== null) return link.endReason;
  return link.expiresAt.getTime() <= now.getTime() ? 'expired' : 'live';
}
