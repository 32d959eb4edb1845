import { escapeHtml } from '../lib/escape-html.ts';
import { partTexts } from './export-parts.ts';
import { type KeptFor, retentionSection } from './export-retention.ts';
import type { PersonalPart, PersonalTable } from './personal-table.ts';

/** Of a table, what the page shows. */
export interface ExportedTable {
  readonly table: PersonalTable;
  readonly path: string;
  readonly count: number;
  /** The first rows, as JSON. */
  readonly rows: readonly string[];
}

export interface ExportedFile {
  readonly path: string;
  readonly filename: string;
  /** Why its bytes are not in the bundle. */
  readonly missing: string | undefined;
}

export interface Recipient {
  readonly name: string;
  readonly host: string;
  readonly calls: number;
}

/** Who keeps the data. */
export interface Controller {
  readonly name: string;
  /** Addresses where a person reaches them. */
  readonly contact: readonly string[];
}

export interface PageContent {
  readonly tenantId: string;
  readonly domain: string;
  readonly customerId: string;
  readonly exportedAt: string;
  readonly controller: Controller;
  readonly kept: KeptFor;
  readonly tables: readonly ExportedTable[];
  readonly files: readonly ExportedFile[];
  readonly recipients: readonly Recipient[];
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
h1{font-size:1.5rem}h2{margin-top:2.5rem;border-bottom:1px solid #ccc}table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
th,td{border:1px solid #d5d9de;padding:.3rem .6rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}th{width:14rem;background:#f4f6f8;font-weight:600}
td ul{margin:0;padding-inline-start:1.1rem}@media(max-width:50rem){th{width:8rem}}`;

/** The bundle in words: who keeps what, why, for how long, from where, who received it, and what a person may demand. */
export function exportPage(content: PageContent): string {
  const parts = Object.keys(partTexts) as PersonalPart[];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Data kept of customer ${escapeHtml(content.customerId)}</title><style>${style}</style></head>
<body>
<h1>Data kept of customer ${escapeHtml(content.customerId)}</h1>
<p>Kept by ${escapeHtml([content.controller.name, ...content.controller.contact].join(', '))} (tenant ${escapeHtml(content.tenantId)}, domain
${escapeHtml(content.domain)}). Exported at ${escapeHtml(content.exportedAt)}. The folder <code>data</code> has it as JSON, a file for
each table${content.files.some(({ missing }) => missing === undefined) ? '; the folder <code>files</code> has the files' : ''}. Times are in UTC. Members of staff are named by their roles.</p>
${rightsSection}
${retentionSection(content.kept)}
${recipientsSection(content.recipients)}
${parts.map((part) => partSection(part, content)).join('\n')}
${withheldSection(content.tables)}
</body></html>
`;
}

const rightsSection = `<h2>Your rights</h2>
<p>You may ask the company to correct what is wrong, to erase what no law obliges it to keep, and to restrict its use. You may object to
its use, and complain to the data protection authority of your country.</p>
<p>Checks score risk by rules of the company, and may approve or reject without a person. Of each check, <em>Decision</em> says what was
decided and <em>Risk reasons</em> which rules counted. Ask the company for the logic of its rules, and to have a person look again.</p>`;

function withheldSection(tables: readonly ExportedTable[]): string {
  const lines = tables.flatMap(({ table }) =>
    Object.entries(table.withheld ?? {}).map(
      ([column, why]) => `<li>${escapeHtml(`${table.title}: ${labelOf(column)} ${why}`)}</li>`,
    ),
  );
  return lines.length === 0 ? '' : `<h2>What is left out</h2>\n<ul>${lines.join('')}</ul>`;
}

function recipientsSection(recipients: readonly Recipient[]): string {
  const rows = recipients.map(
    ({ name, host, calls }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(host)}</td><td>${calls}</td></tr>`,
  );
  return `<h2>Who received it</h2>
${rows.length === 0 ? '<p>No other system is on record as a recipient.</p>' : `<table><tr><td>Recipient</td><td>Address</td><td>Times</td></tr>${rows.join('')}</table>`}
<p>Calls whose content was deleted after its period are counted as long as they are on record. Providers that run systems for the
company, such as servers and file stores, are not on record here.</p>`;
}

function partSection(part: PersonalPart, { tables, files }: PageContent): string {
  const own = tables.filter(({ table }) => table.part === part);
  if (own.length === 0) return '';
  const { title, why, from } = partTexts[part];
  return `<h2>${escapeHtml(title)}</h2>
<table><tr><th>Why it is kept</th><td>${escapeHtml(why)}</td></tr><tr><th>Where it came from</th><td>${escapeHtml(from)}</td></tr></table>
${part === 'files' ? fileList(files) : ''}${own.map(tableSection).join('\n')}`;
}

function fileList(files: readonly ExportedFile[]): string {
  const lines = files.map(({ path, filename, missing }) =>
    missing === undefined
      ? `<li><a href="${escapeHtml(path.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(filename)}</a></li>`
      : `<li>${escapeHtml(filename)}: not included, ${escapeHtml(missing)}</li>`,
  );
  return `<ul>${lines.join('')}</ul>`;
}

function tableSection({ table, path, count, rows }: ExportedTable): string {
  const more = count > rows.length ? `<p>${count - rows.length} more in ${escapeHtml(path)}.</p>` : '';
  return `<h3>${escapeHtml(table.title)} (<a href="${escapeHtml(path)}">${count}</a>)</h3>
${rows.map(rowTable).join('')}${more}`;
}

function rowTable(row: string): string {
  const cells = membersOf(JSON.parse(row) as object).map(
    ([name, value]) => `<tr><th>${name}</th><td>${cellOf(value)}</td></tr>`,
  );
  return `<table>${cells.join('')}</table>`;
}

/** What has a value, by its name in words. */
function membersOf(value: object): [name: string, value: unknown][] {
  return Object.entries(value)
    .filter(([, member]) => !isEmpty(member))
    .map(([name, member]) => [escapeHtml(labelOf(name)), member]);
}

/** Nothing says nothing, whatever it is nothing of. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value as object).every(isEmpty);
}

/** Names of ours in words, as `date_of_birth` and `dateOfBirth`; codes, IDs and names of others stay. */
function labelOf(name: string): string {
  if (!/^[a-z][a-zA-Z0-9]*(?:_[a-z0-9]+)*$/.test(name)) return name;
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll(/\b[A-Z](?![A-Z]+s?\b)/g, (letter) => letter.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Parts are a list, and their parts a list within it, which leaves room for what is deep. */
function cellOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const filled = value.filter((one) => !isEmpty(one));
    // One is as good as itself; of several each has a line, since a name may have a comma.
    return filled.length === 1 ? cellOf(filled[0]) : listOf(filled.map(cellOf));
  }
  if (typeof value === 'object' && value !== null) {
    return listOf(membersOf(value).map(([name, member]) => `<b>${name}</b>: ${cellOf(member)}`));
  }
  return escapeHtml(String(value));
}

function listOf(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
}
