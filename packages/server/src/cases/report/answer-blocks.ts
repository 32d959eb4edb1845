import { fieldsBlock, headed, type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { ReportSource } from './report-source.ts';

/** What the end user stated in the steps of a hosted flow, and what was agreed to, in the text that was shown. */
export function answerBlocks({ whole, language }: ReportSource): ReportBlock[] {
  const { submittedInformation: stated, givenConsents } = whole;
  const words = language.texts.answers;
  return [
    ...headed(
      words.particulars,
      tableBlock(
        [
          { title: language.texts.subject.field, width: 3 },
          { title: words.entered, width: 4 },
          { title: words.read, width: 5 },
        ],
        stated.particulars.map(({ read, ...answer }) => [
          language.answerLabel(answer),
          language.answerValue(answer),
          read
            .map(({ type, country, value, differs }) => {
              const found = language.noted(
                language.statedCountry(answer.field, value),
                language.document(type, country),
              );
              return differs ? `${found} ${words.differs}` : found;
            })
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
          language.label(channel),
          address,
          language.instant(verifiedAt),
        ]),
      ),
    ),
    ...stated.declarations.flatMap(({ item, answers, submittedAt, ...form }) => {
      const title = language.formTitle(form);
      return headed(item === null ? title : language.list([title, words.entry(item + 1)]), [
        ...fieldsBlock(answers.map((one) => [language.answerLabel(one), language.answerValue(one)])),
        { kind: 'text', text: { text: words.submittedAt(language.instant(submittedAt)), isMuted: true } },
      ]);
    }),
    ...headed(
      words.consents,
      givenConsents.flatMap(({ text, sha256, ...given }): ReportBlock[] => [
        {
          kind: 'text',
          text: {
            text: words.consent({ ...given, at: language.instant(given.agreedAt) }),
            isStrong: true,
          },
        },
        { kind: 'text', text },
        ...fieldsBlock([[words.textHash, sha256]]),
      ]),
    ),
  ];
}
