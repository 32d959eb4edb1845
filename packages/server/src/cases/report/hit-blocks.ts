import type { AlertSubject, ComparedFact, FactVerdict } from '@gatehouse/contract';
import { shareWords } from '@gatehouse/ownership/picture';
import {
  fieldsBlock,
  headed,
  type ReportBlock,
  type ReportText,
  type ReportTone,
  tableBlock,
} from '../../pdf/index.ts';
import { type AlertView, hitVerdicts, listedTexts } from '../../screening/index.ts';
import { articleBlocks, entryBlocks } from './entry-blocks.ts';
import { screenedShare } from './ownership-blocks.ts';
import { hitsOf, type ReportHit } from './report-hits.ts';
import type { ReportLanguage } from './report-language.ts';
import { personText } from './report-people.ts';
import type { ReportEntry, ReportSource } from './report-source.ts';

/** Most hits with all that is known of them: some three hundred pages. All others are in the table. */
const maxDetailedHits = 1_000;

/** Every hit: first a table of all, then one after the other, subject by subject. */
export function hitBlocks(source: ReportSource): ReportBlock[] {
  const { language } = source;
  const words = language.texts.hits;
  const hits = hitsOf(source.whole.alerts);
  if (hits.length === 0) return [{ kind: 'text', text: words.none }];
  const open = hits.filter(({ lead }) => lead.resolution === null).length;
  const numberOf = new Map(hits.map((hit, index) => [hit.lead.alertId, index + 1]));
  const best = hits.toSorted((one, other) => other.lead.score - one.lead.score).slice(0, maxDetailedHits);
  const detailed = new Set(best.map(({ lead }) => lead.alertId));
  const subjects = Map.groupBy(hits, ({ lead }) => `${lead.sequence}/${lead.subjectIndex}`);
  return [
    {
      kind: 'text',
      text: words.summary({ hits: language.number(hits.length), open: language.number(open) }),
      isLead: true,
    },
    ...overview(hits, source),
    { kind: 'text', text: { text: words.scoreNote, isMuted: true } },
    ...(hits.length > maxDetailedHits ? [tooMany(hits.length, language)] : []),
    ...[...subjects.values()].flatMap((own) => [
      ...subjectBlocks(own[0]!.lead.subject, source),
      ...own
        .filter(({ lead }) => detailed.has(lead.alertId))
        .flatMap((hit) => detailBlocks(hit, numberOf.get(hit.lead.alertId)!, source)),
    ]),
  ];
}

function tooMany(all: number, language: ReportLanguage): ReportBlock {
  const words = language.texts.hits;
  const text = words.tooMany(language.number(maxDetailedHits), language.number(all));
  return { kind: 'callout', tone: 'warning', title: words.tooManyTitle, text };
}

function overview(hits: readonly ReportHit[], source: ReportSource): ReportBlock[] {
  const { language } = source;
  const words = language.texts.hits;
  return tableBlock(
    [
      { title: words.number, width: 1.3, isNumber: true },
      { title: words.name, width: 4.8 },
      { title: words.for, width: 3.9 },
      { title: words.list, width: 4.2 },
      { title: words.score, width: 1.5, isNumber: true },
      { title: words.verdict, width: 3.6 },
    ],
    hits.map(({ lead }, index) => [
      String(index + 1),
      { text: lead.hit.name, isStrong: true },
      lead.subject.name ?? roleText(lead.subject, source),
      language.listTitle(lead.source),
      language.number(lead.score, 2),
      verdictText(lead, language),
    ]),
  );
}

/** Shape and word say it as well as colour: a printer may be in grey. */
function verdictText(alert: AlertView, language: ReportLanguage): ReportText {
  const tones: Readonly<Record<string, ReportTone>> = { TRUE_MATCH: 'negative', FALSE_POSITIVE: 'positive' };
  return { text: verdictOf(alert, language), tone: tones[alert.resolution ?? ''] ?? 'warning' };
}

function verdictOf({ resolution, silenced, reopened, ruling }: AlertView, language: ReportLanguage): string {
  const { rulings, verdicts } = language.texts;
  if (resolution === 'FALSE_POSITIVE' && silenced) return verdicts.silenced;
  if (resolution !== null) return rulings[resolution];
  if (reopened !== null) return verdicts.reopened;
  return ruling?.ruling === 'UNDECIDED' ? rulings.UNDECIDED : verdicts.none;
}

function roleText(subject: AlertSubject, source: ReportSource): string {
  const { language } = source;
  const { role, percent } = subject;
  const words = language.texts.hits;
  const label = role === 'self' ? words.customer : role === null ? words.screened : language.label(role);
  if (percent === null) return label;
  return language.list([label, screenedShare(subject, source) ?? shareWords(language.picture, percent)]);
}

/** Who was screened: what was known of the subject stands once, above its hits. */
function subjectBlocks(subject: AlertSubject, source: ReportSource): ReportBlock[] {
  const { language } = source;
  const words = language.texts.hits;
  return [
    { kind: 'heading', text: words.hitsOf(roleText(subject, source)) },
    {
      kind: 'fields',
      rows: [
        [words.screenedAs, { text: subject.name ?? language.texts.none, isStrong: true }],
        ...Object.entries(subject.facts)
          .filter(([field]) => field !== 'name')
          .map(([field, value]) => [language.label(field), language.stated(field, value)] as const),
      ],
    },
  ];
}

/** Facts whose number is added to the score; every other line is a similarity. */
const addedFeatures: ReadonlySet<string> = new Set(['date-of-birth', 'gender', 'nationality', 'country']);

function detailBlocks({ lead, engines }: ReportHit, number: number, source: ReportSource): ReportBlock[] {
  const { language } = source;
  const words = language.texts.hits;
  const entry = source.entries.get(lead.alertId);
  return [
    {
      kind: 'hit',
      number: `${number}`,
      title: lead.hit.name,
      verdict: verdictText(lead, language),
      subtitle: words.subtitle({
        list: language.listTitle(lead.source),
        score: language.number(lead.score, 2),
        engines: language.list(engines.map((each) => language.label(each))),
      }),
    },
    ...comparison(lead, entry, language),
    ...headed(
      words.score2,
      tableBlock(
        [
          { title: words.feature, width: 3 },
          { title: words.weight, width: 1.5, isNumber: true },
          { title: words.detail, width: 8 },
        ],
        lead.hit.reasons.map(({ feature, score, detail }) => [
          language.label(feature),
          (score > 0 && addedFeatures.has(feature) ? '+' : '') + language.number(score, 3),
          language.sentences.scoreLine(feature, detail),
        ]),
      ),
    ),
    ...headed(
      words.entry,
      lead.hit.article === undefined
        ? entryBlocks(lead, entry, language)
        : articleBlocks(lead.hit.article, language),
    ),
    ...headed(words.rulings, rulingBlocks(lead, source)),
  ];
}

/** Fields of a submission that state a fact; every field that is in none of them is above, with the subject. */
const factFields: Readonly<Record<ComparedFact, (field: string) => boolean>> = {
  name: (field) => field === 'name' || field === 'aliasName',
  birth: (field) =>
    /birth|incorporationDate|dateOfIncorporation/i.test(field) && !/country|place/i.test(field),
  country: (field) => /country|nationalit/i.test(field),
  gender: (field) => field === 'gender' || field === 'sex',
  identifiers: (field) => /number|identifier|wallet|^id/i.test(field),
};

/** What was known of the subject beside what the list states, fact by fact. */
function comparison(
  { hit, subject }: AlertView,
  entry: ReportEntry | undefined,
  language: ReportLanguage,
): ReportBlock[] {
  const words = language.texts.hits;
  const verdicts = hitVerdicts(hit, subject);
  const entity = entry?.entity ?? null;
  const listed: Partial<Record<ComparedFact, string>> = {
    ...listedTexts(hit, null),
    ...(entity === null
      ? {}
      : {
          gender: language.list(entity.genders),
          country: language.list([
            ...new Set([...entity.nationalities, ...entity.countries].map((each) => language.country(each))),
          ]),
          identifiers: entity.identifiers.map(({ kind, value }) => language.labelled(kind, value)).join('\n'),
        }),
    name: hit.matchedName,
  };
  const facts = Object.keys(factFields) as ComparedFact[];
  return tableBlock(
    [
      { title: words.fact, width: 2.4 },
      { title: words.ofSubject, width: 4.8 },
      { title: words.ofEntry, width: 4.8 },
      { title: words.result, width: 2.4 },
    ],
    facts.map((fact) => [
      words.facts[fact],
      [
        ...new Set(
          Object.entries(subject.facts)
            .filter(([field]) => factFields[fact](field))
            .map(([field, value]) => language.stated(field, value)),
        ),
      ].join('\n') || language.texts.none,
      listed[fact] || language.texts.none,
      { text: words.verdicts[verdicts[fact]], ...toneOf(verdicts[fact]) },
    ]),
  );
}

function toneOf(verdict: FactVerdict): { readonly tone?: ReportTone; readonly isMuted?: boolean } {
  if (verdict === 'unknown') return { isMuted: true };
  return { tone: verdict === 'agree' ? 'negative' : verdict === 'near' ? 'warning' : 'positive' };
}

/** Every ruling on this subject and entry, newest first: the newest applies. */
function rulingBlocks(alert: AlertView, source: ReportSource): ReportBlock[] {
  const { rulings, language } = source;
  const words = language.texts.hits;
  const { subject, entityId, sameAs, reopened } = alert;
  const own = rulings.filter((one) => one.entityId === entityId && one.subject?.key === subject.key);
  return [
    ...(own.length === 0 ? [{ kind: 'text', text: words.noRuling } as const] : []),
    ...tableBlock(
      [
        { title: words.verdict, width: 3.1 },
        { title: words.state, width: 2.1 },
        { title: words.by, width: 3.8 },
        { title: words.at, width: 3.1 },
        { title: words.reason, width: 4.7 },
      ],
      own.map(({ ruling, ruledBy, ruledAt, caseNo, reason }, index) => [
        { text: language.texts.rulings[ruling], isStrong: index === 0 },
        index === 0 ? words.current : { text: words.superseded, isMuted: true },
        personText(ruledBy, source),
        language.instant(ruledAt),
        [language.sentences.reason(reason), ...(caseNo === null ? [] : [words.inCase(caseNo)])].join('\n'),
      ]),
    ),
    ...fieldsBlock([
      [
        words.sameAs,
        sameAs.map(({ entityId: other, detail }) => language.labelled(other, detail)).join('\n'),
      ],
      [words.reopened, reopened === null ? '' : language.value({ ...reopened })],
    ]),
  ];
}
