import { text } from '../messages/text.ts';

const labels: Readonly<Record<string, string>> = {
  manual: text('ui.manualReview'),
  approve: text('ui.approved'),
  reject: text('ui.rejected'),
  close: text('ui.closed'),
};

/** What a workflow decided, as a label; a word that is not known stays as it is. */
export function decisionLabel(decision: string): string {
  return labels[decision] ?? decision;
}
