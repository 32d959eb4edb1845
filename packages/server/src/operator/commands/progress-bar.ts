/**
 * Draws one line on a terminal's standard error; does nothing elsewhere. Ours: cli-progress has 1,100 lines for many
 * bars at a time, and this is one line.
 */
export interface ProgressBar {
  /** `share` is from 0 to 1. */
  update(share: number, text: string): void;
  /** Wipes the line. */
  clear(): void;
}

const width = 30;
/** Redrawing more often only costs time. */
const intervalMs = 100;

export function createProgressBar(stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  let drawnAt = -Infinity;
  let drawn = false;
  return {
    update: (share, text) => {
      const now = performance.now();
      if (!stream.isTTY || now - drawnAt < intervalMs) return;
      drawnAt = now;
      drawn = true;
      const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
      const bar = `${'='.repeat(filled)}${' '.repeat(width - filled)}`;
      const line = `[${bar}] ${Math.floor(share * 100)} % ${text}`;
      stream.write(`\r\u001b[K${line.slice(0, Math.max(10, (stream.columns ?? 80) - 1))}`);
    },
    clear: () => {
      if (drawn) stream.write('\r\u001b[K');
      drawn = false;
    },
  };
}
