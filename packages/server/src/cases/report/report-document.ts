import { nameOfSubject } from '@gatehouse/contract';
import { fieldsBlock, type ReportBlock, type ReportDocument, tableBlock } from '../../pdf/index.ts';
import { answerBlocks } from './answer-blocks.ts';
import { decisionOf } from './decision-text.ts';
import { documentBlocks } from './document-blocks.ts';
import { fileNotices } from './file-notices.ts';
import { historyBlocks, peopleBlocks } from './history-blocks.ts';
import { hitBlocks } from './hit-blocks.ts';
import { ownershipBlocks } from './ownership-blocks.ts';
import { proofBlocks } from './proof-blocks.ts';
import type { ReportLanguage } from './report-language.ts';
import { personText } from './report-people.ts';
import type { ReportSource } from './report-source.ts';
import { rulesBlocks } from './rules-blocks.ts';
import { screeningBlocks } from './screening-blocks.ts';
import { stateInstant } from './state-instant.ts';

/** The colour of reports of a tenant that has none. */
const plainColor = '#2f3a45';

/** The report of a case. It depends on the state of the case and on who asked alone, so that the same state is the same report. */
export function reportDocument(source: ReportSource, risk: ReportRisk): ReportDocument {
  const { whole, tenantName, language } = source;
  const words = language.texts;
  const { caseNo, domain } = whole;
  const stateAt = stateInstant(source);
  const at = language.instant(stateAt);
  const subject = nameOfSubject(whole);
  const sections: [string, readonly ReportBlock[]][] = [
    [words.sections.rules, rulesBlocks(source)],
    [words.sections.risk, riskBlocks(risk, language)],
    [words.sections.subject, subjectBlocks(source)],
    [words.sections.screening, screeningBlocks(source)],
    [words.sections.hits, hitBlocks(source)],
    [words.sections.ownership, ownershipBlocks(source)],
    [words.sections.answers, answerBlocks(source)],
    [words.sections.documents, documentBlocks(source)],
    [words.sections.people, peopleBlocks(source)],
    [words.sections.notes, noteBlocks(source)],
    [words.sections.history, historyBlocks(source)],
    [words.sections.proof, proofBlocks(source)],
  ];
  return {
    title: words.title(caseNo),
    description: words.description({ caseNo, tenant: tenantName, domain }),
    language: language.code,
    brand: {
      name: tenantName,
      color: source.color ?? plainColor,
      ...(source.logo === undefined ? {} : { logo: source.logo }),
    },
    letterhead: words.environments[source.environment],
    kicker: words.kicker,
    subject,
    facts: factsOf(source, at),
    decision: decisionOf(source),
    notices: fileNotices(source),
    runningHead: caseNo,
    footer: words.footer({ caseNo, at }),
    pageOf: words.pageOf,
    createdAt: stateAt,
    sections: sections.flatMap(([title, blocks]) => (blocks.length === 0 ? [] : [{ title, blocks }])),
  };
}

export interface ReportRisk {
  readonly score: number | null;
  readonly base: number | null;
  readonly sum: number | null;
  readonly reasons: readonly { readonly reason: string; readonly points: number | null }[];
}

function factsOf(source: ReportSource, at: string): ReportDocument['facts'] {
  const { whole, preparedFor, language } = source;
  const words = language.texts;
  const { facts } = words;
  const { workflowId, workflowName } = whole.execution;
  const [block] = fieldsBlock([
    [facts.caseNo, whole.caseNo],
    [facts.status, { text: statusText(source), isStrong: true }],
    [facts.group, whole.group ?? ''],
    [
      whole.resolvedAt === null ? facts.assignee : facts.lastAssignee,
      whole.assignee === null ? facts.nobody : personText(whole.assignee, source),
    ],
    [facts.customerId, whole.customerId],
    [facts.countries, language.list(whole.countries.map((code) => language.codedCountry(code)))],
    [facts.domain, whole.domain],
    [facts.event, language.label(whole.eventType)],
    [facts.workflow, workflowName === null ? workflowId : language.noted(workflowName, workflowId)],
    [facts.risk, whole.riskScore === null ? '' : facts.outOf100(language.number(whole.riskScore))],
    [facts.openedAt, language.instant(whole.openedAt)],
    [facts.dueAt, whole.dueAt === null ? '' : language.instant(whole.dueAt)],
    [facts.resolvedAt, whole.resolvedAt === null ? '' : language.instant(whole.resolvedAt)],
    [facts.state, at],
    [facts.preparedFor, language.person(preparedFor.email, preparedFor.name)],
    [facts.timeZone, facts.utc],
  ]);
  return block?.kind === 'fields' ? block.rows : [];
}

/** A proposed case is with the group that it was with: it waits for another person there. */
function statusText({ whole, language }: ReportSource): string {
  const isProposed = whole.proposal !== null && whole.status === 'OTHER_GROUP';
  return isProposed ? language.texts.facts.secondApproval : language.texts.statuses[whole.status];
}

function riskBlocks({ score, base, sum, reasons }: ReportRisk, language: ReportLanguage): ReportBlock[] {
  const words = language.texts;
  if (score === null) return [{ kind: 'text', text: words.risk.none }];
  const points = (value: number | null) =>
    value === null ? words.risk.unknown : (value > 0 ? '+' : '') + language.number(value);
  return [
    {
      kind: 'table',
      columns: [
        { title: words.risk.reason, width: 5 },
        { title: words.risk.points, width: 1, isNumber: true },
      ],
      rows: [
        ...(base === null ? [] : [[words.risk.base, language.number(base)]]),
        ...reasons.map((one) => [one.reason, points(one.points)]),
        ...(sum === null ? [] : [[words.risk.sum, language.number(sum)]]),
        [
          { text: words.risk.score, isStrong: true },
          { text: language.number(score), isStrong: true },
        ],
      ],
    },
  ];
}

function subjectBlocks({ whole, language }: ReportSource): ReportBlock[] {
  const words = language.texts;
  const fields = Object.entries(whole.subject);
  const hasOwnership = whole.submittedInformation.ownership !== null;
  if (whole.isKeyMissing && fields.length === 0) return [{ kind: 'text', text: words.subject.keyMissing }];
  if (fields.length === 0) return [{ kind: 'text', text: words.subject.none }];
  return [
    {
      kind: 'fields',
      rows: fields.map(([name, value]) => [
        language.label(name),
        name === 'ownership' && hasOwnership
          ? words.subject.see(words.sections.ownership)
          : language.stated(name, value),
      ]),
    },
  ];
}

function noteBlocks(source: ReportSource): ReportBlock[] {
  const { whole, language } = source;
  const words = language.texts;
  return tableBlock(
    [
      { title: words.notes.at, width: 2.6 },
      { title: words.notes.by, width: 2.6 },
      { title: words.notes.text, width: 6 },
    ],
    whole.notes.map(({ author, text, writtenAt }) => [
      language.instant(writtenAt),
      personText(author, source),
      text ?? words.notes.keyMissing,
    ]),
  );
}
