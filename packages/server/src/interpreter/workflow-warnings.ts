import { phrase, type WorkflowFile, wordPhrases } from '@gatehouse/contract';
import type { Fault } from './workflow-fault.ts';

type Screening = Extract<WorkflowFile['nodes'][number], { type: 'screening' }>;
type SubjectFields = NonNullable<Screening['subject']>;

/**
 * What keeps no workflow from being published, and yet is most likely not what its author means. Today: a workflow of
 * wallets that screens none, so that listed wallets pass as clean.
 */
export function findWarnings(workflow: WorkflowFile): Fault[] {
  if (workflow.eventType !== 'WEB3_TRANSACTION_EVENT') return [];
  const subjects = workflow.nodes.flatMap((node) =>
    node.type === 'screening' ? subjectsOf(node, workflow) : [],
  );
  if (screensWallet(subjects, workflow)) return [];
  const noWallet = phrase('findings.noWallet', { example: 'wallet: "data.FIELD"' });
  return [{ place: 'workflow', message: wordPhrases(noWallet), phrases: [noWallet] }];
}

function subjectsOf(node: Screening, { entry }: WorkflowFile): readonly SubjectFields[] {
  if (node.subject !== undefined) return [node.subject];
  if (node.subjects !== undefined) return node.subjects;
  if (node.subjectsFrom !== undefined) return [];
  // Without subjects of its own a node takes the fields of data that have the names of the interface's.
  return [Object.fromEntries(entry.map(({ name }) => [name, `data.${name}`]))];
}

/**
 * Whether a screening looks a wallet up: by the identifier of that type, or by an expression that reads a field called so.
 * Where no field of the entry is called so, any `idNumber` may be one.
 */
function screensWallet(subjects: readonly SubjectFields[], { entry }: WorkflowFile): boolean {
  const isNamed = entry.some(({ name }) => readsWallet(name));
  return subjects.some(
    ({ wallet, idNumber, name, aliasName }) =>
      wallet !== undefined ||
      [idNumber, name, aliasName].some(readsWallet) ||
      (!isNamed && idNumber !== undefined),
  );
}

/** By the names that an expression reads, whatever texts it contains. An `address` alone is where somebody lives. */
function readsWallet(expression: string | undefined): boolean {
  const names = expression?.replace(/'[^']*'|"[^"]*"/g, '') ?? '';
  return /wallet|(?:crypto|coin|token|chain)_?address/i.test(names);
}
