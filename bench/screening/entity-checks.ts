/** Labelled comparisons of entities with facts: share that is right at 0.7. `--show` prints the wrong ones. */
import { readFileSync } from 'node:fs';
import { compare, countryCode, parseBirth, type Subject } from '../../packages/matching/src/index.ts';
import { dataFolder, hasData } from '../../packages/matching/src/testing/lists.ts';
import { percent } from './lists.ts';

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

function subjectOf(fields: Record<string, string>, schema: string): Subject {
  const name =
    fields['name'] ??
    ['firstName', 'middleName', 'fatherName', 'lastName']
      .map((key) => fields[key] ?? '')
      .join(' ')
      .trim();
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
    if (score >= THRESHOLD === check.match) right++;
    else if (show)
      console.log(
        `${check.match ? 'missed' : 'false '} ${score.toFixed(3)} ${check.schema}: ${JSON.stringify(check.query)} | ${JSON.stringify(check.candidate)}`,
      );
  }
  console.log(`${checks.length} comparisons at ${THRESHOLD}: right ${percent(right, checks.length)}`);
} else {
  console.log(`skipped: ${dataFolder} is missing`);
}
