import type { Article, ListedEntityView } from '@gatehouse/contract';
import { percentWords } from '@gatehouse/ownership/picture';
import { fieldsBlock, type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { AlertView } from '../../screening/index.ts';
import type { ReportLanguage } from './report-language.ts';
import type { ReportEntry } from './report-source.ts';

/** What the list states of an entry, in the version that was searched. */
export function entryBlocks(
  alert: AlertView,
  found: ReportEntry | undefined,
  language: ReportLanguage,
): ReportBlock[] {
  const words = language.texts.entry;
  const { entityId, source } = alert;
  const entity = found?.entity ?? null;
  const place = [
    [words.list, language.listTitle(source)],
    [words.version, found?.listVersion ?? ''],
    [words.id, entityId],
  ] as const;
  if (entity === null) return [...fieldsBlock(place), { kind: 'text', text: language.texts.hits.notStored }];
  return [
    ...tableBlock(
      [
        { title: words.names, width: 8 },
        { title: words.type, width: 4 },
      ],
      entity.names.map(({ text, kind, script }) => [text, language.list([language.label(kind), script])]),
    ),
    ...fieldsBlock([...place, ...personFields(entity, language), ...listingFields(entity, language)]),
  ];
}

type Rows = readonly (readonly [string, string])[];
const lines = (values: readonly (string | null)[]) => values.filter(Boolean).join('\n');

function personFields(entity: ListedEntityView, language: ReportLanguage): Rows {
  const words = language.texts.entry;
  const inRow = (values: readonly (string | null)[]) => language.list(values);
  return [
    [words.type, language.label(entity.type)],
    [words.titles, inRow(entity.titles)],
    [words.gender, inRow(entity.genders)],
    [words.births, lines(entity.births.map((birth) => birthText(birth, language)))],
    [words.placesOfBirth, lines(entity.placesOfBirth)],
    [words.diedOn, entity.diedOn ?? ''],
    [
      words.nationalities,
      inRow([...entity.nationalities.map((each) => language.country(each)), ...entity.otherNationalities]),
    ],
    [words.countries, inRow(entity.countries.map((each) => language.country(each)))],
    [
      words.addresses,
      lines(
        entity.addresses.map(({ text, country, note }) =>
          inRow([text, country && language.country(country), note]),
        ),
      ),
    ],
    [
      words.identifiers,
      lines(
        entity.identifiers.map(({ kind, value, country }) =>
          language.labelled(kind, language.noted(value, country === null ? '' : language.country(country))),
        ),
      ),
    ],
    [words.incorporatedOn, entity.incorporatedOn ?? ''],
    [words.flags, inRow((entity.craft?.flags ?? []).map(({ text }) => text))],
    [words.positions, lines(entity.positions)],
  ];
}

function birthText(
  { from, to, precision }: ListedEntityView['births'][number],
  language: ReportLanguage,
): string {
  const words = language.texts.entry;
  const known: Readonly<Record<string, string>> = words.precisions;
  const mark = known[precision] ?? precision;
  const span = from === to ? from : words.span(from, to);
  return language.noted(span, mark);
}

function listingFields(entity: ListedEntityView, language: ReportLanguage): Rows {
  const words = language.texts.entry;
  const inRow = (values: readonly (string | null)[]) => language.list(values);
  return [
    [words.category, inRow([language.label(entity.category), entity.subCategory])],
    [
      words.programs,
      lines(
        entity.programs.map(({ code, title }) => (title === null ? code : language.labelled(code, title))),
      ),
    ],
    [words.legalBasis, lines(entity.legalBasis.map(({ text, date }) => inRow([text, date])))],
    [words.reasons, lines(entity.reasons)],
    [words.measures, lines(entity.measures)],
    [words.listedOn, entity.listedOn ?? ''],
    [words.amendedOn, inRow(entity.amendedOn)],
    [words.expiresOn, entity.expiresOn ?? ''],
    [
      words.relations,
      lines(
        entity.relations.map(({ kind, role, name, entityId, share }) =>
          inRow([
            language.label(kind),
            role,
            name ?? entityId,
            share === null ? null : percentWords(language.picture, share),
          ]),
        ),
      ),
    ],
    [words.remarks, entity.remarks ?? ''],
    [words.links, lines(entity.links)],
  ];
}

/** What a search of the Internet found. */
export function articleBlocks(article: Article, language: ReportLanguage): ReportBlock[] {
  const words = language.texts.entry;
  return fieldsBlock([
    [words.article, article.title],
    [words.publisher, article.publisher],
    [words.publishedAt, article.publishedAt ?? ''],
    [words.passage, article.passage],
    [words.riskWords, language.list(article.riskWords)],
    [words.links, lines([article.url, ...article.alsoAt])],
  ]);
}
