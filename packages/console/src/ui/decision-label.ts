const labels: Readonly<Record<string, string>> = {
  manual: 'Manual review',
  approve: 'Approved',
  reject: 'Rejected',
  close: 'Closed',
};

/** What a workflow decided, as a label; a word that is not known stays as it is. */
export function decisionLabel(decision: string): string {
  return labels[decision] ?? decision;
}
