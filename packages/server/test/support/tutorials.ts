import { readFileSync } from 'node:fs';

/** The pages of docs/tutorials whose commands run, in the order in which a reader meets them. */
export const tutorials = [
  'README.md',
  'onboard-a-person.md',
  'screen-your-customers.md',
  'screen-payments.md',
  'check-a-company.md',
  'screen-wallets.md',
  'prove-your-screening.md',
  'move-from-another-service.md',
];

interface TutorialStep {
  readonly commands: string;
  /** What the page shows below the commands; `…` stands for anything. Undefined where it shows nothing. */
  readonly shown: RegExp | undefined;
}

/** The blocks of commands of a page, each with what the block after it shows. */
export function readTutorial(file: string): TutorialStep[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, language, text], index) => {
    if (language !== 'sh') return [];
    const [, nextLanguage, next] = blocks[index + 1] ?? [];
    return [{ commands: text!, shown: nextLanguage === 'text' ? patternOf(next!) : undefined }];
  });
}

function patternOf(text: string): RegExp {
  const literal = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  // Columns move with what is in them.
  const line = (shown: string) =>
    shown
      .trim()
      .split('…')
      .map((part) => literal(part).replaceAll(/ {2,}/g, ' +'))
      .join('.*');
  // A line of nothing but `…` stands for any number of lines, which may lie between any two.
  const lines = text.split('\n').filter((shown) => !['', '…'].includes(shown.trim()));
  return new RegExp(lines.map(line).join(String.raw`.*\n(?:.*\n)*?.*`));
}

interface KnownOutcome {
  readonly name: string;
  readonly customerType: 'Individual' | 'Business';
  /** The listed name; undefined where there is no hit. */
  readonly hit: string | undefined;
}

/** The table of names with known outcomes. */
export function readKnownOutcomes(file: string): KnownOutcome[] {
  const rows = readFileSync(file, 'utf8').matchAll(
    /^\| `(.+?)` \| `(Individual|Business)` \| (?:none|`(.+?)`) \|/gm,
  );
  return [...rows].map(([, name, customerType, hit]) => ({
    name: name!,
    customerType: customerType as KnownOutcome['customerType'],
    hit,
  }));
}
