import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDatabase } from '../database/index.ts';
import type { MoveSession } from '../database/move-session.ts';
import type { Jobs, MovedJob } from '../jobs/index.ts';
import { noteProgress, readProgress } from './import-progress.ts';
import type { ExportedFile } from './manifest.ts';

const part = 'jobs';
const jobsOfBatch = 500;

/** Gives the new store the jobs that the old one had still to do, each once however often the import is cut off. */
export async function importJobs(
  session: MoveSession,
  {
    database,
    jobs,
    folder,
    file,
  }: {
    readonly database: OpenDatabase;
    readonly jobs: Jobs<Record<string, object>>;
    readonly folder: string;
    readonly file: ExportedFile;
  },
): Promise<void> {
  let { rows: done } = await readProgress(session, part);
  const lines = (await readFile(join(folder, file.file), 'utf8')).split('\n').filter((line) => line !== '');
  for (; done < lines.length; done = Math.min(lines.length, done + jobsOfBatch)) {
    const batch = lines.slice(done, done + jobsOfBatch).map((line) => JSON.parse(line) as MovedJob);
    const next = done + batch.length;
    await database.operator(async (tx) => {
      for (const [queue, moved] of Map.groupBy(batch, (job) => job.queue)) {
        await jobs.queue(queue).enqueueAll(tx, moved.map(newJobOf));
      }
      await tx.sql(noteProgress, [part, 0, next]);
    });
  }
}

export function newJobOf({ id, data, startAfter }: MovedJob) {
  return {
    id,
    data,
    startAfterSeconds: Math.max(0, Math.ceil((Date.parse(startAfter) - Date.now()) / 1000)),
  };
}
