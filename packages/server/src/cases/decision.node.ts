import { decisionCaseStates } from '@gatehouse/contract';
import { type NodeHandler, write } from '../interpreter/index.ts';
import { caseCountries } from './case-countries.ts';
import { openCases } from './case-queries.ts';

/** Ends an execution by an automatic decision, or opens a case that people resolve (interface specification 3.1). */
export const decisionNode: NodeHandler<'decision'> = async (context, node) => {
  const { execution } = context;
  const manual = node.outcome === 'manual';
  return {
    kind: 'decided',
    decision: node.outcome,
    reportTo: node.hook?.enabled ? node.hook.triggerOn : [],
    input: {
      outcome: node.outcome,
      riskScore: context.riskScore,
      reasons: context.riskReasons,
      ...(manual
        ? {
            groups: node.groups,
            ...(node.fourEyes ? { fourEyes: true } : {}),
            ...(node.trueMatches ? { trueMatches: node.trueMatches } : {}),
          }
        : {}),
    },
    output: {},
    writes: [
      write(openCases, {
        executionId: execution.executionId,
        customerId: execution.customer.customerId,
        customerName: execution.customer.name,
        eventType: execution.eventType,
        status: node.outcome === 'manual' ? 'UNASSIGNED' : decisionCaseStates[node.outcome],
        resolved: !manual,
        groups: node.groups,
        fourEyes: node.fourEyes,
        policy: node.trueMatches ?? null,
        riskScore: context.riskScore,
        reasons: context.riskReasons,
        countries: caseCountries({ ...execution.customer.profile, ...execution.data }),
      }),
    ],
  };
};
