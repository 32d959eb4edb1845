import type { CaseRisk } from '@gatehouse/contract';

/** The score of 100 as a bar, with a piece for each reason that adds to it; the table below has the figures. */
export function RiskBar({ risk }: { readonly risk: CaseRisk }) {
  const { score } = risk;
  if (score === null) return null;
  return (
    <div className="gh-risk-bar" aria-hidden="true">
      {riskShares(risk).map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places
        <span key={index} style={{ width: `${share}%` }} />
      ))}
    </div>
  );
}

/**
 * The width of each piece in percent of the bar; together they are as wide as the score. Where points are unknown or taken
 * off, the pieces would not add up: then it is one.
 */
export function riskShares({ score, base, reasons }: CaseRisk): readonly number[] {
  if (score === null || score <= 0) return [];
  const points = [base, ...reasons.map((reason) => reason.points)];
  if (points.some((each) => each === null || each < 0)) return [score];
  const added = points.filter((each) => each !== null && each > 0) as number[];
  const sum = added.reduce((total, each) => total + each, 0);
  return sum === 0 ? [score] : added.map((each) => (each / sum) * score);
}
