import type { FlowFile } from '@gatehouse/contract';
import type { FlowProblem } from '../flow/flow-client.ts';
import type { FlowStore } from '../flow/flow-store.ts';

export interface UploadedFile {
  readonly content: Blob;
  readonly filename: string;
  readonly mediaType: string;
}

export type UploadOutcome =
  | { readonly kind: 'sent'; readonly fileId: string }
  | { readonly kind: 'refused'; readonly problem: FlowProblem };

const sideBySide = 2;
const partTimeoutMs = 60_000;

/**
 * Sends a file in parts. Parts that were sent stay sent: after a cut, and when the same file is chosen again after a
 * reload, only the missing ones follow. `onProgress` receives the share that was uploaded.
 */
export async function uploadFile(
  store: FlowStore,
  { content, filename, mediaType }: UploadedFile,
  onProgress: (share: number) => void,
): Promise<UploadOutcome> {
  const announcement = {
    clientKey: await clientKeyOf(content),
    filename,
    contentType: mediaType,
    size: content.size,
  };
  // A part that got lost on the way is sent again; more than a few rounds are a fault of the service.
  for (let round = 0; round < 5; round += 1) {
    const announced = await store.announceFile(announcement);
    if (announced.kind === 'refused') return announced;
    const file = announced.value;
    if (file.complete) {
      onProgress(1);
      return { kind: 'sent', fileId: file.fileId };
    }
    const problem = await sendParts(store, { file, content }, onProgress);
    if (problem) return { kind: 'refused', problem };
  }
  return { kind: 'refused', problem: { code: 'INTERNAL' } };
}

async function sendParts(
  store: FlowStore,
  { file, content }: { readonly file: FlowFile; readonly content: Blob },
  onProgress: (share: number) => void,
): Promise<FlowProblem | undefined> {
  const all = Math.ceil(file.size / file.partBytes);
  const waiting = [...file.missing];
  let sent = all - waiting.length;
  let problem: FlowProblem | undefined;
  onProgress(sent / all);
  async function sendNext(): Promise<void> {
    for (let part = waiting.shift(); part !== undefined && !problem; part = waiting.shift()) {
      const bytes = content.slice(part * file.partBytes, (part + 1) * file.partBytes);
      const path = `/files/${encodeURIComponent(file.fileId)}/parts/${part}`;
      const answer = await store.client.call(path, { method: 'PUT', bytes, timeoutMs: partTimeoutMs });
      if (answer.kind === 'refused') problem ??= answer.problem;
      sent += 1;
      onProgress(sent / all);
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, sendNext));
  return problem;
}

/** The same content has the same key, where the browser can compute it. */
async function clientKeyOf(content: Blob): Promise<string> {
  const { subtle } = globalThis.crypto;
  // Browsers keep it from pages that came without TLS.
  if (!(subtle as SubtleCrypto | undefined)) return crypto.getRandomValues(new Uint32Array(4)).join('-');
  const digest = new Uint8Array(await subtle.digest('SHA-256', await content.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
