import type { Actor } from '../../audit/index.ts';

/** Who acts in a flow, for the audit log: whoever has its link. */
export function endUserActor(linkId: string): Actor {
  return { kind: 'end_user', id: linkId };
}
