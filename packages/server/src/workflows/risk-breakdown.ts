import type { CaseRisk } from '@gatehouse/contract';

/** A `risk-score` node as its published workflow has it. */
interface RiskNode {
  readonly base?: number;
  readonly rules: readonly { readonly reason: string; readonly add: number }[];
}

/** What a `risk-score` node put out, and the node itself; null where none set the score. */
export interface LoggedRisk {
  readonly score: number | null;
  readonly reasons: readonly string[];
  readonly node: RiskNode | null;
}

/** The points of each reason by the rules of its node; the reasons are in the order of the rules. */
export function riskBreakdown({ score, reasons, node }: LoggedRisk): CaseRisk {
  const base = node === null ? null : (node.base ?? 0);
  const parts = reasons.map((reason) => {
    const points = new Set(node?.rules.filter((rule) => rule.reason === reason).map(({ add }) => add));
    return { reason, points: points.size === 1 ? [...points][0]! : null };
  });
  const isWhole = base !== null && parts.every(({ points }) => points !== null);
  const sum = isWhole ? parts.reduce((total, { points }) => total + (points ?? 0), base) : null;
  return { score, base, reasons: parts, sum };
}
