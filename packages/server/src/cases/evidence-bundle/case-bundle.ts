import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type CaseDocument, phrase } from '@gatehouse/contract';
import {
  type AuditRecord,
  readHeads,
  readProof,
  recordAudits,
  type SealedProof,
  sealBacklog,
  signHead,
  signText,
} from '../../audit/index.ts';
import { type ConsoleFile, ConsoleRefusal, type ConsoleUser } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import { type ZipEntry, zipOf } from '../../lib/zip-stream.ts';
import { readExecutionEntities } from '../../screening/index.ts';
import { findUploads, type StoredFiles, type UploadRow } from '../../uploads/index.ts';
import { reviewerOf } from '../case-commands.ts';
import { type CaseSources, readWholeCase, type WholeCase } from '../case-read.ts';
import { contentOf, stateOf, stateText } from '../case-state.ts';
import { type BundleManifest, bundleFormat, bundlePaths } from './bundle-form.ts';
import { hitsBySubject } from './hits-by-subject.ts';

export interface BundleTools extends CaseSources {
  readonly files: StoredFiles;
  readonly masterKeys: MasterKeys;
}

interface BundleRequest {
  readonly caseNo: string;
  readonly user: ConsoleUser;
}

/**
 * A case as it is, to be kept or handed on: what it holds, its files where the person may read them, and the
 * records of its history with the blocks that seal them, all of it signed. Undefined where there is no such case.
 * That it was handed out, and each file with it, is on record before the first byte leaves.
 * @throws ConsoleRefusal where the key of a file is deleted
 */
export async function makeBundle(
  tools: BundleTools,
  scope: Scope,
  request: BundleRequest,
): Promise<ConsoleFile | undefined> {
  const { database, masterKeys } = tools;
  const situation = { actor: reviewerOf(request.user), isCancelConfigured: false };
  const found = await readWholeCase(tools, scope, { caseNo: request.caseNo, situation });
  if (found === undefined) return undefined;
  const documents = request.user.permissions.includes('uploads.read') ? found.documents : [];
  const uploadIds = documents.map(({ uploadId }) => uploadId);
  if ((await tools.files.findKeyless(scope, uploadIds)).length > 0)
    throw new ConsoleRefusal('NOT_FOUND', phrase('refusals.fileErased'));
  // What was done up to now can then be proved.
  await sealBacklog(database, masterKeys);
  const { proof, heads } = await readHistory(database, scope, found);
  const exportedAt = new Date().toISOString();
  const texts: Record<string, string> = {
    [bundlePaths.case]: stateText(contentOf(found)),
    [bundlePaths.state]: stateText(stateOf(found)),
    [bundlePaths.entities]: stateText(await readEntities(database, scope, found)),
    [bundlePaths.hits]: stateText(hitsBySubject(found.alerts)),
    [bundlePaths.proof]: stateText(proof),
    [bundlePaths.heads]: stateText(signHead(masterKeys, { heads, signedAt: exportedAt })),
  };
  const manifest: BundleManifest = {
    format: bundleFormat,
    version: 2,
    tenantId: scope.tenantId,
    domain: scope.domain,
    caseNo: request.caseNo,
    exportedAt,
    exportedBy: request.user.email,
    files: [
      ...Object.entries(texts).map(([path, text]) => ({
        path,
        size: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
      })),
      ...documents.map((document) => ({
        path: pathOf(document),
        size: document.size,
        sha256: document.sha256,
      })),
    ],
  };
  const listed = stateText(manifest);
  const uploads = await findUploads(database, scope, uploadIds);
  await recordExport(database, scope, { ...request, documents, manifest: listed });
  const entries: ZipEntry[] = [
    { path: bundlePaths.manifest, content: listed },
    { path: bundlePaths.signature, content: stateText(signText(masterKeys, listed)) },
    ...Object.entries(texts).map(([path, content]) => ({ path, content })),
    ...documents.map((document) => ({
      path: pathOf(document),
      content: () =>
        bytesOf(tools.files, scope, uploads.find(({ uploadId }) => uploadId === document.uploadId)!),
    })),
  ];
  return {
    filename: `${request.caseNo}.zip`,
    contentType: 'application/zip',
    size: undefined,
    bytes: Readable.from(zipOf(entries), { objectMode: false }),
  };
}

/** Each distinct entry once, with the alerts that point at it. */
function readEntities(database: Database, scope: Scope, { execution }: WholeCase) {
  return database.transaction(scope, (tx) => readExecutionEntities(tx, scope, execution.executionId));
}

/**
 * The records of the case, its execution, its documents and its opened links, with the heads of the blocks that hold
 * them.
 */
function readHistory(database: Database, scope: Scope, of: WholeCase) {
  return database.transaction({ tenantId: scope.tenantId }, async (tx) => {
    const proof: SealedProof = await readProof(tx, scope, [
      { kind: 'case', ids: [of.caseNo] },
      { kind: 'execution', ids: [of.execution.executionId] },
      { kind: 'upload', ids: of.documents.map(({ uploadId }) => uploadId) },
      { kind: 'link', ids: openedLinks(of) },
    ]);
    const [newest] = await readHeads(tx, scope.tenantId);
    const own = proof.blocks.map(({ number, hash, sealedAt }) => ({
      tenantId: scope.tenantId,
      number,
      hash,
      sealedAt,
    }));
    const isTold = newest === undefined || own.some(({ number }) => number === newest.number);
    return { proof, heads: isTold ? own : [...own, newest] };
  });
}

/** The hosted links whose openings are in the history. */
function openedLinks({ timeline }: WholeCase): string[] {
  const objects = timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.object] : []));
  return [...new Set(objects.filter(({ kind }) => kind === 'link').map(({ id }) => id))];
}

function recordExport(
  database: Database,
  scope: Scope,
  of: BundleRequest & { readonly documents: readonly CaseDocument[]; readonly manifest: string },
): Promise<void> {
  const actor = { kind: 'user', id: of.user.email } as const;
  const reads = of.documents.map(
    ({ uploadId }): AuditRecord => ({
      actor,
      act: 'upload.read',
      object: { kind: 'upload', id: uploadId },
      detail: { bundleOf: of.caseNo },
    }),
  );
  const manifestSha256 = createHash('sha256').update(of.manifest).digest('hex');
  const record: AuditRecord = {
    actor,
    act: 'case.export',
    object: { kind: 'case', id: of.caseNo },
    detail: { manifestSha256 },
  };
  return database.transaction(scope, (tx) => recordAudits(tx, scope, [record, ...reads]));
}

function pathOf({ uploadId, filename }: CaseDocument): string {
  return `${bundlePaths.documents}${uploadId}/${filename}`;
}

async function* bytesOf(files: StoredFiles, scope: Scope, row: UploadRow): AsyncGenerator<Buffer> {
  const bytes = await files.open(scope, row);
  if (typeof bytes === 'string') throw new Error(`the bytes of upload ${row.uploadId} are ${bytes}`);
  yield* bytes as AsyncIterable<Buffer>;
}
