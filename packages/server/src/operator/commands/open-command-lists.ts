import { type OpenedLists, openLists } from '../../lists/index-files/index.ts';
import { createProgressBar } from './progress-bar.ts';
import { readPlaces } from './settings.ts';

/** Opens the configured lists for a command; builds what is missing, with a progress bar on a terminal. */
export async function openCommandLists(configFile: string | undefined): Promise<OpenedLists> {
  const bar = createProgressBar();
  try {
    return await openLists({
      ...readPlaces(configFile),
      onProgress: ({ source, phase, bytesRead, bytesTotal, entries }) => {
        bar.update(bytesTotal === 0 ? 0 : bytesRead / bytesTotal, `${source}: ${phase}, ${entries} entries`);
      },
      onWarning: (line) => {
        bar.clear();
        process.stderr.write(`gatehouse: ${line}\n`);
      },
    });
  } finally {
    bar.clear();
  }
}
