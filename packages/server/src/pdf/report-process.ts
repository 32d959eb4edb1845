/**
 * The process in which a report is drawn: one for each report; its parent may end it at any time. The request comes through
 * standard input, the PDF goes out through standard output; the pipe 3 ends when the parent does.
 */
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { deserialize } from 'node:v8';
import { renderReport } from './render-report.ts';
import type { ReportRequest } from './run-report-process.ts';

/** The service is gone: nobody waits any more for this process. */
function endWithParent(): void {
  const life = new Socket({ fd: 3, readable: true, writable: false });
  life.on('close', () => process.kill(process.pid, 'SIGKILL'));
  life.on('error', () => undefined);
  life.resume();
  life.unref();
}

if (process.platform !== 'win32') endWithParent();
const { document, files } = deserialize(await buffer(process.stdin)) as ReportRequest;
process.stdout.write(await renderReport(document, files));
