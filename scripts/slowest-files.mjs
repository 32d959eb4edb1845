/** A reporter of vitest: ends a run with the files that took longest. The check has 25 minutes; here it can be shortened. */
import process from 'node:process';

const listed = 20;

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter by its default export.
export default class SlowestFiles {
  #files = [];

  onTestModuleEnd(module) {
    const { duration } = module.diagnostic();
    this.#files.push({ name: module.relativeModuleId, project: module.project.name, duration });
  }

  onTestRunEnd() {
    if (this.#files.length <= listed) return;
    const slowest = this.#files.toSorted((one, other) => other.duration - one.duration).slice(0, listed);
    process.stdout.write('\nSlowest files, in seconds with their hooks\n');
    for (const { name, project, duration } of slowest) {
      process.stdout.write(`${String(Math.round(duration / 1000)).padStart(5)}  ${project}  ${name}\n`);
    }
  }
}
