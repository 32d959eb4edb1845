import { OperatorRefusal } from '../lib/operator-refusal.ts';

/** Every reason why a tenant is not moved, and what to do about it. */
const refusals = {
  noCellKey: () =>
    'this is no key of a deployment: copy the whole line that gatehouse move-tenant key prints at the other one',
  ownCellKey: () =>
    'this is the key of this deployment: give the line that gatehouse move-tenant key prints at the other one',
  unknownTenant: (tenantId: string) => `there is no tenant ${tenantId} here`,
  alreadyExported: ({ tenantId, destination }: { tenantId: string; destination: string }) =>
    `tenant ${tenantId} is exported for ${destination} already: import that folder, or run gatehouse move-tenant cancel ${tenantId} and destroy it`,
  alreadyMoved: ({ tenantId, destination }: { tenantId: string; destination: string }) =>
    `tenant ${tenantId} moved to ${destination}: it is exported there`,
  stillBusy: ({ tenantId, what, seconds }: { tenantId: string; what: string; seconds: number }) =>
    `tenant ${tenantId} is still at work after ${seconds} seconds (${what}): it is open again; try later, or give a longer --wait`,
  oldTransactions: (seconds: number) =>
    `a transaction that began before the tenant stopped is open after ${seconds} seconds, as a dump has one: the tenant is open again; end it, and run the command again`,
  otherNodes: (count: number) =>
    `${count} running ${count === 1 ? 'node is' : 'nodes are'} of another version, which may not know that a tenant is stopped: upgrade every node first`,
  otherCommand: (tenantId: string) =>
    `another command opened tenant ${tenantId} again or exports it: this export was given up`,
  notSealed: (count: number) =>
    `${count} records of the audit log are not sealed yet: another node may be sealing; run the command again`,
  notMoving: (tenantId: string) => `tenant ${tenantId} is not moving`,
  movedAlready: ({ tenantId, destination }: { tenantId: string; destination: string }) =>
    `tenant ${tenantId} moved to ${destination} and is at work there: nothing is to be cancelled`,
  wrongReceipt: (tenantId: string) =>
    `this is not the receipt of the move of tenant ${tenantId}: copy what gatehouse move-tenant import printed`,
  notExported: (tenantId: string) =>
    `tenant ${tenantId} is not exported yet: run gatehouse move-tenant export`,
  notMoved: (tenantId: string) =>
    `tenant ${tenantId} has not moved: run gatehouse move-tenant complete with the receipt of the other deployment first`,
  storeInUse: (dataDir: string) =>
    `the data directory ${dataDir} is in use: stop the service that runs on it, and run the command again`,
  noEmbeddedStore: (dataDir: string) =>
    `there is no embedded store in ${dataDir}: set GATEHOUSE_DATA_DIR to the data directory that has it`,
  folderHasExport: (folder: string) => `${folder} holds a complete export: name a new folder`,
  folderNotEmpty: (folder: string) => `${folder} is not empty and holds no export: name a new folder`,
  noExport: (folder: string) =>
    `${folder} holds no export of a tenant: name the folder that gatehouse move-tenant export wrote`,
  unfinishedExport: (folder: string) =>
    `the export in ${folder} was cut off: run gatehouse move-tenant export again, it begins anew`,
  damagedManifest: (folder: string) =>
    `the manifest of the export in ${folder} cannot be read: copy the folder again`,
  changedManifest: (folder: string) =>
    `the manifest of the export in ${folder} was changed after it was signed: copy the folder again`,
  foreignManifest: (signedBy: string) =>
    `the export was not signed by the deployment of --from, but with the key ${signedBy}: compare it with what gatehouse move-tenant key prints at the source`,
  damagedFile: (file: string) => `${file} of the export is missing or was changed: copy the folder again`,
  sealedForOther: ({ needed, given }: { needed: string; given: string }) =>
    `the export is sealed for the deployment with master key ${needed}, and this one has ${given}: export with the key of this deployment, or set GATEHOUSE_MASTER_KEY to that key`,
  doesNotOpen: () =>
    'the data key of the tenant does not open: the export is of another tenant or move, or was changed',
  exportOfOtherVersion: ({ theirs, ours }: { theirs: string; ours: string }) =>
    `the export was made by version ${theirs}, this is ${ours}: bring both deployments to one version, cancel, and export again`,
  otherTables: (folder: string) =>
    `the manifest of the export in ${folder} does not name exactly the tables and columns of a tenant: export again`,
  tenantExists: ({ tenantId, table }: { tenantId: string; table: string }) =>
    `this deployment has rows of a tenant ${tenantId} already (in ${table}): nothing was imported`,
  keyExists: (apiKey: string) =>
    `this deployment has the API key ${apiKey} already, for another tenant: nothing was imported`,
  usageNotSummed: () =>
    'usage from before an upgrade is not summed by day yet, which a worker does in the background: run the command again later',
  filesUnreadable: () =>
    'uploaded files of the export are encrypted, and nodes of this deployment may not read encrypted files yet: upgrade every node, run gatehouse encrypt-files here, and import again',
  importedBefore: (tenantId: string) =>
    `this export was imported here before, and tenant ${tenantId} has moved on since: destroy the folder`,
  importRuns: () => 'another import of a tenant into this deployment is running: wait for its end',
  tableDiffers: ({ table, found }: { table: string; found: string }) =>
    `the rows of the table ${table} are not as exported (${found}): nothing was imported; copy the folder again`,
  foreignRows: (table: string) =>
    `the table ${table} of the export has rows of another tenant: nothing was imported`,
  brokenChain: ({ finding, count }: { finding: string; count: number }) =>
    `the audit log of the tenant does not verify (${count} findings, the first: ${finding}): nothing was imported; run gatehouse audit verify at the source`,
} as const;

type Refusals = typeof refusals;

/** The refusal of that name, to be thrown. */
export function tenantMoveRefusal<Name extends keyof Refusals>(
  name: Name,
  ...facts: Parameters<Refusals[Name]>
): OperatorRefusal {
  const message = (refusals[name] as (...given: unknown[]) => string)(...facts);
  return new OperatorRefusal(message);
}
