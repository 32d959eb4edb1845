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

/** Makes the findings of one subject. */
export function findingsOf(about: Subject) {
  const make = (level: Finding['level']) => (text: string) => ({
    level,
    about,
    text: text.replace(/\s*\n\s*/g, ' '),
  });
  return { ok: make('ok'), warning: make('warning'), broken: make('broken') };
}
