import { evaluateRiskScore, type NodeHandler, riskScoreInput } from '../interpreter/index.ts';

/** Adds up the rules that apply; a rule that cannot be evaluated fails the execution, never counts as false. */
export const riskScoreNode: NodeHandler<'risk-score'> = async (context, node) => {
  const input = riskScoreInput(node, context.values);
  const risk = await evaluateRiskScore(node, context);
  if (risk.kind === 'fault') return { kind: 'failed', reason: risk.reason, input };
  const { score, reasons } = risk;
  return { kind: 'done', output: { score, reasons }, risk: { score, reasons }, input };
};
