import type { SubmittedInformation } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { possibleBeneficialOwner, roleName, shareInterval } from '../hits/subject-label.ts';
import { Sentence } from '../messages/sentence.tsx';
import { directionFor, text } from '../messages/text.ts';
import { FlaggedText } from '../ui/country-flag.tsx';
import { documentTypeText, fieldText } from '../ui/country-text.ts';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatZonedInstant, labelOf, listText } from '../ui/format.ts';
import { rounded } from '../ui/percent.ts';
import { answerFieldText, answerValueText, formTitleText } from '../ui/stated-answer.ts';
import { Consents } from './consents.tsx';
import { nameOfDocument, type ReviewedFiles } from './reviewed-documents.ts';
import { submittedTexts as texts } from './submitted-texts.ts';

type Part<Name extends keyof SubmittedInformation> = NonNullable<SubmittedInformation[Name]>;
type Particular = Part<'particulars'>[number];
type Party = Part<'ownership'>['parties'][number];

/** Parties of a table; a structure may have thousands. */
const maxParties = 50;

/** What a customer stated: a section for each kind, on screen and on paper; none for a kind without anything. */
export const SubmittedSections = memo(function SubmittedSections({
  information,
  files,
  isUnknownShareAbove = false,
}: {
  readonly information: SubmittedInformation;
  /** Of the case, whose page names documents in its language. */
  readonly files?: ReviewedFiles;
  /** Whether the page says already how much of the customer has no known owner. */
  readonly isUnknownShareAbove?: boolean;
}) {
  const { declarations, contacts, particulars, ownership, consents } = information;
  return (
    <>
      <Declarations declarations={declarations} />
      <Contacts contacts={contacts} />
      <EnteredAndRead particulars={particulars.filter(({ read }) => read.length > 0)} files={files} />
      {ownership !== null && (
        <StatedOwnership ownership={ownership} isUnknownShareAbove={isUnknownShareAbove} />
      )}
      <Consents consents={consents} />
    </>
  );
});

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-wide gh-stated" aria-label={title} tabIndex={0}>
      <Title order={2} size="h5" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Declarations({ declarations }: { readonly declarations: Part<'declarations'> }) {
  if (declarations.length === 0) return null;
  return (
    <Section title={texts.declarations}>
      {declarations.map(({ nodeId, form, item, answers, submittedAt, ...own }) => {
        const title = formTitleText({ form, ...own });
        return (
          <article key={`${nodeId} ${form} ${item ?? ''}`} style={{ marginBottom: 8 }}>
            {/* A form that is called like the section needs no title of its own. */}
            {(item !== null || title !== texts.declarations) && (
              <Title order={3} size="sm" fw={600}>
                {item === null ? title : text('documents.declarationEntry', { title, number: item + 1 })}
              </Title>
            )}
            <dl className="gh-facts">
              {answers.map((answer) => (
                <Answer key={answer.field} label={answerFieldText(answer)} value={answerValueText(answer)} />
              ))}
            </dl>
            <Text size="xs" className="gh-dim">
              {text('documents.submittedAt', { at: formatZonedInstant(submittedAt) })}
            </Text>
          </article>
        );
      })}
    </Section>
  );
}

function Answer({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir={directionFor(value)}>{value}</dd>
    </>
  );
}

function Contacts({ contacts }: { readonly contacts: Part<'contacts'> }) {
  if (contacts.length === 0) return null;
  return (
    <Section title={texts.contacts}>
      <dl className="gh-facts">
        {contacts.map(({ nodeId, channel, address, verifiedAt }) => (
          <Answer
            key={nodeId}
            label={texts[channel]}
            value={text('documents.verified', { address, at: formatZonedInstant(verifiedAt) })}
          />
        ))}
      </dl>
    </Section>
  );
}

function EnteredAndRead(props: {
  readonly particulars: readonly Particular[];
  readonly files: ReviewedFiles | undefined;
}) {
  const { particulars, files } = props;
  if (particulars.length === 0) return null;
  const different = particulars.filter(({ read }) => read.some(({ differs }) => differs)).length;
  return (
    <Section title={texts.particulars}>
      <Text size="sm" mb={4} className={different > 0 ? 'gh-caution' : 'gh-same'}>
        {different > 0 ? text('documents.fieldsDiffer', { count: different }) : texts.allAgree}
      </Text>
      <FoldingTable label={texts.particulars} heads={[texts.field, texts.entered, texts.read]}>
        {particulars.map((particular) => (
          <ParticularRow key={particular.field} particular={particular} files={files} />
        ))}
      </FoldingTable>
    </Section>
  );
}

/** Fields that documents have too: they are called here as there. */
const comparedFields: ReadonlySet<string> = new Set([
  'name',
  'sex',
  'dateOfBirth',
  'countryOfNationality',
  'idNumber',
  'idExpiryDate',
]);

function ParticularRow(props: {
  readonly particular: Particular;
  readonly files: ReviewedFiles | undefined;
}) {
  const {
    particular: { read, ...answer },
    files,
  } = props;
  const { field } = answer;
  return (
    <Table.Tr>
      <Table.Td>{comparedFields.has(field) ? labelOf(field) : answerFieldText(answer)}</Table.Td>
      <Table.Td dir="auto">
        <FlaggedText value={answerValueText(answer)} />
      </Table.Td>
      <Table.Td>
        {read.map(({ documentId, type, country, value: found, differs }) => (
          <div key={documentId}>
            <bdi>{fieldText(field, found)}</bdi>{' '}
            <Text span size="sm" className={differs ? 'gh-caution' : 'gh-same'}>
              {differs ? texts.differs : texts.agrees}
            </Text>
            <Text span size="xs" className="gh-dim">
              {' '}
              · {(files && nameOfDocument(files, documentId)) ?? documentTypeText(type, country)}
            </Text>
          </div>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}

function StatedOwnership(props: {
  readonly ownership: Part<'ownership'>;
  readonly isUnknownShareAbove: boolean;
}) {
  const { ownership, isUnknownShareAbove } = props;
  const { parties, unknownPercent, statedAt } = ownership;
  return (
    <Section title={texts.ownership}>
      <FoldingTable label={texts.ownership} heads={[texts.name, texts.roles, texts.share, texts.facts]}>
        {parties.slice(0, maxParties).map((party) => (
          <PartyRow key={JSON.stringify(party)} party={party} />
        ))}
      </FoldingTable>
      {parties.length > maxParties && (
        <Text size="xs" className="gh-dim">
          {text('documents.moreParties', { count: parties.length - maxParties })}
        </Text>
      )}
      {unknownPercent > 0 && !isUnknownShareAbove && (
        <Text size="sm" className="gh-caution">
          {text('documents.unknownShare', { percent: rounded(unknownPercent) })}
        </Text>
      )}
      <Text size="xs" className="gh-dim">
        {text('documents.statedAt', { at: formatZonedInstant(statedAt) })}
      </Text>
    </Section>
  );
}

function PartyRow({ party }: { readonly party: Party }) {
  const { kind, roles, isBeneficialOwner, isPossibleBeneficialOwner, facts } = party;
  const { percent, percentAtMost } = party;
  const shown = [
    ...(isBeneficialOwner ? [texts.beneficialOwner] : []),
    ...(isPossibleBeneficialOwner ? [possibleBeneficialOwner] : []),
    ...roles.map(roleName),
  ];
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{party.isNamed ? party.name : text(`documents.unnamed-${kind}`)}</bdi>
        {party.isNamed && kind === 'corporate' && (
          <Text span size="xs" className="gh-dim">
            {' '}
            · {texts.company}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{listText(shown)}</Table.Td>
      <Table.Td className="gh-number gh-short">{shareInterval(percent, percentAtMost) || '—'}</Table.Td>
      <Table.Td>
        {facts.map((fact) => (
          <div key={fact.field}>
            <Sentence
              name="entities.labelled"
              parts={{
                name: (
                  <Text span size="xs" className="gh-dim">
                    {labelOf(fact.field)}
                  </Text>
                ),
                value: (
                  <bdi>
                    <FlaggedText value={answerValueText(fact)} />
                  </bdi>
                ),
              }}
            />
          </div>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
