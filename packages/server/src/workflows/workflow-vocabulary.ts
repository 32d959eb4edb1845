import { describeNodeTypes, type WorkflowVocabulary, workflowEventTypes } from '@gatehouse/contract';
import { caseFields, customerFields, type FieldType, interfaceFields } from '../interpreter/index.ts';
import { literalHost } from '../lib/webhook-host.ts';
import type { WorkflowResources } from './workflow-resources.ts';

/** What an editor offers: every node type, and the names of the tenant that a workflow may use. */
export function describeVocabulary(names: WorkflowResources): Omit<WorkflowVocabulary, 'secondApprover'> {
  return {
    nodeTypes: describeNodeTypes().map((node) => ({
      ...node,
      output: { ...node.output },
      expressions: [...node.expressions],
      config: { ...node.config },
    })),
    groups: [...names.groups].toSorted(),
    webhooks: [...names.webhooks].map(([id, { name, url, inputs, outputs }]) => ({
      id,
      name,
      host: literalHost(url) ?? null,
      inputs: [...inputs],
      outputs: outputs.map(({ paramName, paramType }) => ({ name: paramName, type: paramType })),
    })),
    forms: [...names.forms.forms.keys()].toSorted(),
    fields: [...names.forms.fields.keys()].toSorted(),
    documentRules: [...names.forms.documentRules.keys()].toSorted(),
    eventTypes: workflowEventTypes.map((eventType) => ({
      eventType,
      data: describeFields(interfaceFields(eventType)),
      customer: describeFields(customerFields(eventType)),
    })),
    caseFields: describeFields(caseFields),
  };
}

function describeFields(fields: ReadonlyMap<string, FieldType>) {
  return [...fields].map(([name, { kind, nullable }]) => ({ name, type: kind, optional: nullable }));
}
