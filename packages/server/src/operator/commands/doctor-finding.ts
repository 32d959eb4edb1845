/** What a finding is about, in the order in which they are printed. */
export type Subject =
  | 'settings'
  | 'addresses'
  | 'data directory'
  | 'database'
  | 'read replica'
  | 'master key'
  | 'encryption'
  | 'lists'
  | 'feeds'
  | 'uploads'
  | 'documents'
  | 'messages';

/** One thing that `gatehouse doctor` checked. */
export interface Finding {
  /** `broken`: the service does not start or does not work so. `warning`: it works, somebody should look. */
  readonly level: 'ok' | 'warning' | 'broken';
  readonly about: Subject;
  /** One line: what is so, and after a semicolon what to do about it. Never a secret. */
  readonly text: string;
}

/** Whether the keys of what is encrypted are there; a restore may have left them out. Nothing where nothing is encrypted. */
export function findKeyless(
  about: Subject,
  { what, count, keyless }: { readonly what: string; readonly count: number; readonly keyless: number },
): Finding[] {
  const { ok, broken } = findingsOf(about);
  if (count === 0) return [];
  if (keyless === 0) return [ok(`the keys of ${count} encrypted ${what} are there`)];
  return [
    broken(
      `${keyless} of ${count} encrypted ${what} that were looked at cannot be read, since their keys are not in the store; restore the newest backup of the table personal_key, see docs/erasure.md`,
    ),
  ];
}

/** Makes the findings of one subject. */
export function findingsOf(about: Subject) {
  const make = (level: Finding['level']) => (text: string) => ({
    level,
    about,
    text: text.replace(/\s*\n\s*/g, ' '),
  });
  return { ok: make('ok'), warning: make('warning'), broken: make('broken') };
}
