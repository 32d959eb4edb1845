import type { StructureChange } from '@gatehouse/ownership';

/** A change of ownership as people read it. */
export function changeText({ kind, party, company, before, after }: StructureChange): string {
  switch (kind) {
    case 'new-owner':
      return `newly stated: ${party} holds ${after} of ${company}`;
    case 'owner-gone':
      return `no longer stated: ${party} held ${before} of ${company}`;
    case 'share-changed':
      return `share changed: ${party} held ${before} of ${company}, now ${after}`;
    case 'new-control':
      return `newly stated: ${party} controls ${company} (${after})`;
    case 'control-gone':
      return `no longer stated: ${party} controlled ${company} (${before})`;
    case 'new-role':
      return `newly stated: ${party} is ${after} of ${company}`;
    case 'role-gone':
      return `no longer stated: ${party} was ${before} of ${company}`;
    case 'renamed':
      return `one id, another name: ${party} was ${before}`;
  }
}
