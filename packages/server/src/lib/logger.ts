import { type Logger, pino } from 'pino';

export type { Logger };

/** The process's log: JSON lines on stderr, so that stdout carries only what a command prints. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: undefined, formatters: { level: (label) => ({ level: label }) } },
    pino.destination({ dest: 2, sync: false }),
  );
}
