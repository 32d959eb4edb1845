import { defaultTrueMatchPolicy } from '@gatehouse/contract';
import { type ReportBlock, tableBlock } from '../../pdf/index.ts';
import { isDecidedByWorkflow } from './decision-text.ts';
import type { ReportSource } from './report-source.ts';

/** What the decision of the case takes: how many people, of which groups, and what a true match asks for. */
export function rulesBlocks({ whole, policy, language }: ReportSource): ReportBlock[] {
  const words = language.texts.rules;
  if (isDecidedByWorkflow(whole)) return [{ kind: 'text', text: words.automatic }];
  const takes = { ...defaultTrueMatchPolicy, ...policy };
  return [
    {
      kind: 'fields',
      rows: [
        [words.people, whole.fourEyes ? words.two : words.one],
        [words.groups, whole.groups.length === 0 ? words.anyGroup : language.list(whole.groups)],
        [language.texts.sections.hits, words.hits],
      ],
    },
    ...tableBlock(
      [
        { title: words.category, width: 2 },
        { title: words.takes, width: 3 },
      ],
      Object.entries(takes).map(([category, rule]) => [language.label(category), words.takesOf[rule]]),
    ),
    { kind: 'text', text: { text: words.origin, isMuted: true } },
  ];
}
