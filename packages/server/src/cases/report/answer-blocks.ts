import type { WholeCase } from '../case-read.ts';
import { fieldsBlock, headed, type ReportBlock, tableBlock } from './report-blocks.ts';
import { instantText, labelText } from './report-format.ts';
import { reportWords } from './report-words.ts';

const words = reportWords.answers;

/** What the end user stated in the steps of a hosted flow, and what was agreed to, in the text that was shown. */
export function answerBlocks({ submittedInformation: stated, givenConsents }: WholeCase): ReportBlock[] {
  return [
    ...headed(
      words.particulars,
      tableBlock(
        [
          { title: reportWords.subject.field, width: 3 },
          { title: words.entered, width: 4 },
          { title: words.read, width: 5 },
        ],
        stated.particulars.map(({ label, value, read }) => [
          label,
          value,
          read
            .map(
              ({ document, value: asRead, differs }) =>
                `${asRead} (${document})${differs ? ` ${words.differs}` : ''}`,
            )
            .join('\n'),
        ]),
      ),
    ),
    ...headed(
      words.contacts,
      tableBlock(
        [
          { title: words.channel, width: 2 },
          { title: words.address, width: 5 },
          { title: words.verifiedAt, width: 4 },
        ],
        stated.contacts.map(({ channel, address, verifiedAt }) => [
          labelText(channel),
          address,
          instantText(verifiedAt),
        ]),
      ),
    ),
    ...stated.declarations.flatMap(({ title, item, answers, submittedAt }) =>
      headed(item === null ? title : `${title}, ${words.entry(item + 1)}`, [
        ...fieldsBlock(answers.map(({ label, value }) => [label, value])),
        { kind: 'text', text: { text: words.submittedAt(instantText(submittedAt)), isMuted: true } },
      ]),
    ),
    ...headed(
      words.consents,
      givenConsents.flatMap(({ version, language, text, sha256, agreedAt }): ReportBlock[] => [
        {
          kind: 'text',
          text: { text: words.consent({ version, language, at: instantText(agreedAt) }), isStrong: true },
        },
        { kind: 'text', text },
        ...fieldsBlock([[words.textHash, sha256]]),
      ]),
    ),
  ];
}
