/** The time of this process, set back, so that a service in it goes through weeks in a minute. */

const realNow = Date.now.bind(Date);
let aheadMs = 0;
// The embedded store, which runs in this process too, takes its time from here.
Date.now = () => realNow() + aheadMs;

/** The clock of a service that goes through them. */
export const movedClock = { now: () => new Date(Date.now()) };

/** Goes on to `daysAgo` before the real present, and never back from there. */
export function moveTo(daysAgo: number): void {
  aheadMs = -daysAgo * 86_400_000;
}
