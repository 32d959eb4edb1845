import type { FlowView } from '@gatehouse/contract';
import type { Translator } from '../messages/translator.ts';

/** What a step is called: as the workflow says, else as its kind is called. */
export function stepTitle(
  words: Translator,
  step: Pick<FlowView['steps'][number], 'type' | 'title'>,
): string {
  if (step.title) return step.title;
  if (step.type === 'particulars' && words.audience === 'company')
    return words.text('step_particulars_company');
  return words.text(`step_${step.type}`);
}
