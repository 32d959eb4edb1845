/** A risk score of 100 as a number and as a bar: how much it is shows at a glance, in every theme and in print. */
export function RiskScore({ score }: { readonly score: number | null }) {
  if (score === null) return '—';
  return (
    <span className="gh-risk-score-line">
      <span className="gh-risk-number gh-number">{score}</span>
      <RiskMeter score={score} />
    </span>
  );
}

/** The bar alone, for those who see it; the number is beside it. */
export function RiskMeter({ score }: { readonly score: number }) {
  return (
    <span className="gh-risk-meter" aria-hidden="true">
      <span style={{ width: `${Math.min(100, Math.max(0, score))}%` }} />
    </span>
  );
}
