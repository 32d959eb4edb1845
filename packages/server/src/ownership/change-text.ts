import type { StructureChange } from '@gatehouse/ownership';

/** A change of ownership as people read it. */
export function changeText({ kind, party, company, before, after }: StructureChange): string {
  switch (kind) {
    case 'new-owner':
      return `new owner: ${party} holds ${after} of ${company}`;
    case 'owner-gone':
      return `owner gone: ${party} held ${before} of ${company}`;
    case 'share-changed':
      return `share changed: ${party} held ${before} of ${company}, now ${after}`;
    case 'new-control':
      return `new control: ${party} controls ${company} (${after})`;
    case 'control-gone':
      return `control gone: ${party} controlled ${company} (${before})`;
    case 'new-role':
      return `new position: ${party} is ${after} of ${company}`;
    case 'role-gone':
      return `position gone: ${party} was ${before} of ${company}`;
    case 'renamed':
      return `one id, another name: ${party} was ${before}`;
  }
}
