/**
 * Labelled comparisons of entities with facts: share that is right at 0.7, of all and of those whose label
 * `name_pairs.csv` does not contradict. `--show` prints the wrong ones.
 */
import { readFileSync } from 'node:fs';
import { compare, countryCode, parseBirth, type Subject } from '../../packages/matching/src/index.ts';
import { dataFolder, hasData } from '../../packages/matching/src/testing/lists.ts';
import { benchRows, percent } from './lists.ts';

const THRESHOLD = 0.7;
const show = process.argv.includes('--show');

interface Check {
  match: boolean;
  schema: string;
  query: Record<string, string>;
  candidate: Record<string, string>;
}

/** Reads the file's plain subset of YAML: a list of maps of scalars, two levels deep. */
function readChecks(text: string): Check[] {
  const checks: Check[] = [];
  let into: Record<string, string> | undefined;
  for (const line of text.split('\n')) {
    const match = /^(\s*)(- )?([\w]+):\s*(.*)$/.exec(line.replace(/\s+#.*$/, ''));
    if (!match || /^\s*#/.test(line)) continue;
    const [, indent, dash, key, raw] = match as unknown as [
      string,
      string,
      string | undefined,
      string,
      string,
    ];
    const value = raw
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .replaceAll("''", "'");
    if (dash) checks.push({ match: value === 'true', schema: '', query: {}, candidate: {} });
    const check = checks.at(-1);
    if (!check) continue;
    if (key === 'query' || key === 'candidate') into = check[key];
    else if (indent.length <= 4 && key === 'schema') check.schema = value;
    else if (into && indent.length > 4 && value !== '') into[key] = value;
  }
  return checks;
}

function nameOf(fields: Record<string, string>): string {
  const parts = ['firstName', 'middleName', 'fatherName', 'lastName'].map((key) => fields[key] ?? '');
  return fields['name'] ?? parts.join(' ').trim();
}

/** Two names in either order, as one text. */
function pairKey(a: string, b: string): string {
  return [a, b].sort().join(' | ');
}

function subjectOf(fields: Record<string, string>, schema: string): Subject {
  const name = nameOf(fields);
  const birth = parseBirth(fields['birthDate'] ?? '');
  const country = countryCode(fields['country'] ?? fields['nationality'] ?? fields['jurisdiction'] ?? '');
  const type = schema === 'Person' ? 'individual' : schema === 'LegalEntity' ? 'any' : 'corporate';
  const number = fields['registrationNumber'] ?? fields['idNumber'] ?? fields['passportNumber'];
  return {
    name,
    type,
    births: birth ? [birth] : [],
    ...(country ? (type === 'individual' ? { nationalities: [country] } : { countries: [country] }) : {}),
    ...(number ? { identifiers: [{ value: number }] } : {}),
  };
}

if (hasData) {
  const checks = readChecks(readFileSync(`${dataFolder}/bench/entity_checks.yml`, 'utf8'));
  let right = 0;
  let undisputed = 0;
  let rightUndisputed = 0;
  const otherLabels = new Map<string, boolean>();
  for (const row of benchRows('name_pairs.csv') ?? [])
    otherLabels.set(pairKey(row['name1']!, row['name2']!), row['is_match'] === 'true');
  for (const check of checks) {
    const { score } = compare(
      subjectOf(check.query, check.schema),
      subjectOf(check.candidate, check.schema),
      {
        type:
          check.schema === 'Vessel'
            ? 'vessel'
            : check.schema === 'Person'
              ? 'individual'
              : check.schema === 'LegalEntity'
                ? 'any'
                : 'corporate',
      },
    );
    const isRight = score >= THRESHOLD === check.match;
    const names = pairKey(nameOf(check.query), nameOf(check.candidate));
    const disputed = otherLabels.has(names) && otherLabels.get(names) !== check.match;
    if (!disputed) undisputed++;
    if (isRight && !disputed) rightUndisputed++;
    if (isRight) right++;
    else if (show)
      console.log(
        `${disputed ? 'disputed ' : ''}${check.match ? 'missed' : 'false '} ${score.toFixed(3)} ${check.schema}: ${JSON.stringify(check.query)} | ${JSON.stringify(check.candidate)}`,
      );
  }
  console.log(`${checks.length} comparisons at ${THRESHOLD}: right ${percent(right, checks.length)}`);
  console.log(
    `${undisputed} whose label the pairs of names do not contradict: right ${percent(rightUndisputed, undisputed)}`,
  );
} else {
  console.log(`skipped: ${dataFolder} is missing`);
}
