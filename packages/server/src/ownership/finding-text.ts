import type { Finding } from '@gatehouse/ownership';

/** A finding as people read it, with the names of the parties. */
export function findingText(finding: Finding, nameOf: (id: string) => string): string {
  const list = (ids: readonly string[]) => ids.map((id) => nameOf(id)).join(', ');
  switch (finding.kind) {
    case 'no-root':
      return 'the company is not in its own structure';
    case 'sum-above-100':
      return `owners of ${nameOf(finding.companyId)} hold ${finding.sum} % together`;
    case 'cycle':
      return `companies own each other: ${list(finding.companyIds)}`;
    case 'closed-cycle':
      return `companies own each other wholly, and nobody else owns them: ${list(finding.companyIds)}`;
    case 'repeated-party':
      return `stated more than once, counted as one party: ${nameOf(finding.partyId)}`;
    case 'repeated-holder':
      return `several holdings of ${nameOf(finding.partyId)} in ${nameOf(finding.companyId)} are added`;
    case 'same-name':
      return `possible duplicates, counted as different parties: ${list(finding.partyIds)}`;
    case 'unknown-party':
      return `named and not described: ${finding.partyId}`;
    case 'bad-share':
      return `no usable share of ${nameOf(finding.partyId)} in ${nameOf(finding.companyId)}`;
    case 'owned-person':
      return `a person has no owners: ${nameOf(finding.partyId)}`;
  }
}
