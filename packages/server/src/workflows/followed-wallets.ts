import type { WorkflowFile } from '@gatehouse/contract';
import { checkIdentifier, recognizedIdentifiers } from '@gatehouse/matching';

/** Most wallets of one submit that are followed; a workflow screens two or three. */
const maxFollowed = 20;

/** A wallet as a subject of a screening node names it: a field of `data` and nothing else. */
const fieldOfData = /^\s*data\.([A-Za-z_]\w*)\s*$/;

/** Fields of `data` that the workflow's screenings look up as wallets. */
function walletFields({ nodes }: Pick<WorkflowFile, 'nodes'>): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const node of nodes) {
    if (node.type !== 'screening' || node.subjectsFrom !== undefined) continue;
    const subjects = node.subjects ?? (node.subject ? [node.subject] : undefined);
    // Without subjects of its own a node takes the field that is called so.
    if (subjects === undefined) fields.add('wallet');
    for (const { wallet } of subjects ?? []) {
      const field = fieldOfData.exec(wallet ?? '')?.[1];
      if (field !== undefined) fields.add(field);
    }
  }
  return fields;
}

/**
 * Wallets of a submit that monitoring is to follow: what its workflow screens as one, in the form that a name is recognized by. What
 * is too short to be an address is none.
 */
export function followedWallets(
  workflow: Pick<WorkflowFile, 'nodes'>,
  data: Readonly<Record<string, unknown>>,
): string[] {
  const wallets = [...walletFields(workflow)].flatMap((field) => {
    const value = data[field];
    if (typeof value !== 'string') return [];
    const { normal } = checkIdentifier('wallet', value);
    return recognizedIdentifiers(normal).some(({ type, isWhole }) => type === 'wallet' && isWhole)
      ? [normal]
      : [];
  });
  return [...new Set(wallets)].slice(0, maxFollowed);
}
