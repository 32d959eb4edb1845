import type { StructureChange } from '@gatehouse/ownership';

/** A change of ownership as people read it. */
export function changeText({ kind, party, company, before, after }: StructureChange): string {
  switch (kind) {
    case 'new-owner':
      return `added: ${party} holds ${after} of ${company}`;
    case 'owner-gone':
      return `removed: ${party} held ${before} of ${company}`;
    case 'share-changed':
      return `changed: ${party} held ${before} of ${company}, now ${after}`;
    case 'new-control':
      return `added: ${party} controls ${company} (${after})`;
    case 'control-gone':
      return `removed: ${party} controlled ${company} (${before})`;
    case 'new-role':
      return `added: ${party} is ${after} of ${company}`;
    case 'role-gone':
      return `removed: ${party} was ${before} of ${company}`;
    case 'renamed':
      return `one id, another name: ${party} was ${before}`;
  }
}
