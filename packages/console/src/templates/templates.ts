import type { WorkflowVocabulary } from '@gatehouse/contract';
import { parse } from 'yaml';
import { type Draft, isRecord, readDraft } from '../workflows/draft.ts';

/** The examples of the repository as templates of workflows: the files that its tests publish and run. */
const files = import.meta.glob<string>('../../../../examples/workflows/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** In the order in which they are shown: what most begin with comes first. */
export const templateIds = [
  'screening',
  'kyc-hosted',
  'onboarding-decision',
  'kyb-hosted',
  'kyb-two-groups',
  'transaction-check-sync',
  'web3-transaction',
  'monitoring',
] as const;
type TemplateId = (typeof templateIds)[number];

export interface Template {
  readonly id: TemplateId;
  readonly draft: Draft;
  /** Fields of a submit that the workflow reads first. */
  readonly inputs: readonly string[];
  readonly needs: TemplateNeeds;
}

/** What a workflow calls on beside the lists. */
interface TemplateNeeds {
  readonly engines: readonly string[];
  readonly groups: readonly string[];
  readonly webhooks: readonly string[];
  readonly hasHostedPages: boolean;
  /** Ways by which people are sent codes. */
  readonly codes: readonly ('phone' | 'email')[];
}

export const templates: readonly Template[] = templateIds.map(readTemplate);

function readTemplate(id: TemplateId): Template {
  const draft = readDraft(parse(files[`../../../../examples/workflows/${id}.yaml`] ?? ''));
  if (draft === undefined) throw new Error(`The template ${id} is not a workflow`);
  const entry = Array.isArray(draft['entry']) ? (draft['entry'] as unknown[]) : [];
  const inputs = entry.flatMap((field) =>
    isRecord(field) && typeof field['name'] === 'string' ? field['name'] : [],
  );
  return { id, draft, inputs, needs: needsOf(draft) };
}

function needsOf(draft: Draft): TemplateNeeds {
  const engines = draft.nodes.flatMap(({ engines: own }) => (isRecord(own) ? Object.keys(own) : []));
  const groups = draft.nodes.flatMap(({ groups: own }) => (Array.isArray(own) ? (own as string[]) : []));
  const webhooks = draft.nodes.flatMap(({ webhook, hook }) =>
    [webhook, isRecord(hook) ? hook['webhook'] : undefined].filter((one) => typeof one === 'string'),
  );
  const has = (type: string) => draft.nodes.some((node) => node.type === type);
  return {
    engines: [...new Set(engines)],
    groups: [...new Set(groups)],
    webhooks: [...new Set(webhooks)],
    hasHostedPages: draft['source'] === 'SDK',
    codes: [
      ...(has('phone-verification') ? (['phone'] as const) : []),
      ...(has('email-verification') ? (['email'] as const) : []),
    ],
  };
}

/** What a template needs and the tenant does not have yet. */
export function missingOf(
  { groups, webhooks }: TemplateNeeds,
  vocabulary: Pick<WorkflowVocabulary, 'groups' | 'webhooks'>,
): { readonly groups: readonly string[]; readonly webhooks: readonly string[] } {
  const known = new Set(vocabulary.webhooks.map(({ id }) => id));
  return {
    groups: groups.filter((group) => !vocabulary.groups.includes(group)),
    webhooks: webhooks.filter((webhook) => !known.has(webhook)),
  };
}

/** An ID that no workflow of the domain has. */
export function freeWorkflowId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}_${number}`)) return `${wanted}_${number}`;
}
