import type { Article, ListedEntityView } from '@gatehouse/contract';
import type { AlertView } from '../../screening/index.ts';
import { fieldsBlock, type ReportBlock, tableBlock } from './report-blocks.ts';
import { countryText, labelText, listText } from './report-format.ts';
import type { ReportEntry } from './report-source.ts';
import { reportWords } from './report-words.ts';

const words = reportWords.entry;

/** What the list states of an entry, in the version that was searched. */
export function entryBlocks(alert: AlertView, found: ReportEntry | undefined): ReportBlock[] {
  const { entityId, source } = alert;
  const entity = found?.entity ?? null;
  const place = [
    [words.list, listText(source)],
    [words.version, found?.listVersion ?? ''],
    [words.id, entityId],
  ] as const;
  if (entity === null) return [...fieldsBlock(place), { kind: 'text', text: reportWords.hits.notStored }];
  return [
    ...tableBlock(
      [
        { title: words.names, width: 8 },
        { title: words.type, width: 4 },
      ],
      entity.names.map(({ text, kind, script }) => [
        text,
        [labelText(kind), script ?? ''].filter(Boolean).join(', '),
      ]),
    ),
    ...fieldsBlock([...place, ...personFields(entity), ...listingFields(entity)]),
  ];
}

type Rows = readonly (readonly [string, string])[];
const lines = (values: readonly (string | null)[]) => values.filter(Boolean).join('\n');
const inRow = (values: readonly (string | null)[]) => values.filter(Boolean).join(', ');

function personFields(entity: ListedEntityView): Rows {
  return [
    [words.type, labelText(entity.type)],
    [words.titles, inRow(entity.titles)],
    [words.gender, inRow(entity.genders)],
    [words.births, lines(entity.births.map(birthText))],
    [words.placesOfBirth, lines(entity.placesOfBirth)],
    [words.diedOn, entity.diedOn ?? ''],
    [words.nationalities, inRow([...entity.nationalities.map(countryText), ...entity.otherNationalities])],
    [words.countries, inRow(entity.countries.map(countryText))],
    [
      words.addresses,
      lines(
        entity.addresses.map(({ text, country, note }) =>
          inRow([text, country && countryText(country), note]),
        ),
      ),
    ],
    [
      words.identifiers,
      lines(
        entity.identifiers.map(
          ({ kind, value, country }) =>
            `${kind}: ${value}${country === null ? '' : ` (${countryText(country)})`}`,
        ),
      ),
    ],
    [words.incorporatedOn, entity.incorporatedOn ?? ''],
    [words.flags, inRow((entity.craft?.flags ?? []).map(({ text }) => text))],
    [words.positions, lines(entity.positions)],
  ];
}

function birthText({ from, to, precision }: ListedEntityView['births'][number]): string {
  const known: Readonly<Record<string, string>> = words.precisions;
  const mark = known[precision] ?? precision;
  const span = from === to ? from : `${from} to ${to}`;
  return mark === '' ? span : `${span} (${mark})`;
}

function listingFields(entity: ListedEntityView): Rows {
  return [
    [words.category, inRow([labelText(entity.category), entity.subCategory])],
    [
      words.programs,
      lines(entity.programs.map(({ code, title }) => (title === null ? code : `${code}: ${title}`))),
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
          inRow([labelText(kind), role, name ?? entityId, share === null ? null : `${share} %`]),
        ),
      ),
    ],
    [words.remarks, entity.remarks ?? ''],
    [words.links, lines(entity.links)],
  ];
}

/** What a search of the Internet found. */
export function articleBlocks(article: Article): ReportBlock[] {
  return fieldsBlock([
    [words.article, article.title],
    [words.publisher, article.publisher],
    [words.publishedAt, article.publishedAt ?? ''],
    [words.passage, article.passage],
    [words.riskWords, article.riskWords.join(', ')],
    [words.links, lines([article.url, ...article.alsoAt])],
  ]);
}
