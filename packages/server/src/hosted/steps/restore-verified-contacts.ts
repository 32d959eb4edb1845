import type { FieldValues } from '@gatehouse/contract';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { addressFields, type CodeDraft, type CodeStepType, codeStepTypes } from './code-steps.ts';
import { type FlowExecution, saveDraft } from './flow-queries.ts';

/**
 * Lets particulars that are opened again show what is kept: an address that was proved since in place of the one that
 * they were given with. Given back as shown it stays proved; another one in them is the one to prove.
 */
export async function restoreVerifiedContacts(
  tx: Tx,
  scope: Scope,
  { execution, opened }: { readonly execution: FlowExecution; readonly opened: readonly string[] },
): Promise<void> {
  const { nodeRuns, drafts, data } = execution;
  const typeOf = new Map(nodeRuns.map(({ nodeId, nodeType }) => [nodeId, nodeType]));
  const particulars = opened.filter((nodeId) => typeOf.get(nodeId) === 'particulars');
  if (particulars.length === 0) return;
  const save = (nodeId: string, draft: unknown) => saveDraft(tx, scope, { execution, nodeId, draft });
  const proved = opened.flatMap((nodeId) => {
    const type = typeOf.get(nodeId) as CodeStepType;
    const { proof } = (drafts[nodeId] ?? {}) as CodeDraft;
    return codeStepTypes.includes(type) && proof !== undefined ? [{ nodeId, type, proof }] : [];
  });
  for (const { nodeId, proof } of proved) await save(nodeId, { proof } satisfies CodeDraft);
  const fields = proved.flatMap(({ type }) => addressFields[type]);
  for (const nodeId of particulars) {
    const { values } = (drafts[nodeId] ?? {}) as { readonly values?: FieldValues };
    if (values === undefined) continue;
    const kept = fields.filter((field) => Object.hasOwn(values, field) && Object.hasOwn(data, field));
    await save(nodeId, { values: { ...values, ...Object.fromEntries(kept.map((f) => [f, data[f]])) } });
  }
}
