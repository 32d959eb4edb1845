/**
 * A share as people read it, in percent: to a hundredth. What would round to a whole percent, and so onto a threshold of
 * the law, has two digits more. The bound of "more than 50%", stored as a hair more, stays 50.
 */
export function rounded(percent: number): number {
  const nearest = Math.round(percent * 100) / 100;
  const above = percent - nearest;
  // Less than four digits tell.
  const isSame = above > -0.000_099 && above < 0.001;
  if (isSame || !Number.isInteger(nearest)) return nearest;
  return Math.round(percent * 10_000) / 10_000;
}

/** Whether a lower bound is excluded: "more than 50%" is stored as a hair more, also in a product of several. */
export function isExcludedBound(percent: number): boolean {
  const above = percent - rounded(percent);
  return above > 0.000_001 && above < 0.001;
}
