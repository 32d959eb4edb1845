/**
 * Reports the first event at once and then at most one in so many milliseconds, each with the number of those before it that were
 * not reported. For what fails many times a second while something is away.
 */
export function throttleReports<Event>(
  pauseMs: number,
  report: (event: Event, unreported: number) => void,
  now: () => number = () => performance.now(),
): (event: Event) => void {
  let next = Number.NEGATIVE_INFINITY;
  let unreported = 0;
  return (event) => {
    if (now() < next) {
      unreported += 1;
      return;
    }
    next = now() + pauseMs;
    const before = unreported;
    unreported = 0;
    report(event, before);
  };
}
