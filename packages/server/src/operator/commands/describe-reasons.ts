import type { Reason } from '@gatehouse/matching';

/** The reasons of a score, one indented line each: how well the parts agree, what other facts changed. */
export function describeReasons(reasons: readonly Reason[]): string[] {
  const width = Math.max(0, ...reasons.map((reason) => reason.feature.length));
  return reasons.map(({ feature, score, detail }) => {
    return `        ${feature.padEnd(width)}  ${score.toFixed(4).padStart(7)}  ${detail}`;
  });
}
