import { publicKeyOf } from '../audit/index.ts';
import { type SealingKey, sealingKeyOf } from '../lib/cell-key.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { tenantMoveRefusal } from './refusals.ts';

/** What two deployments know of each other before a tenant goes from one to the other; nothing of it is secret. */
export interface CellKey {
  readonly sealing: SealingKey;
  /** By which it signs its audit log and what it exports: Ed25519, SPKI, base64. */
  readonly signingKey: string;
}

const prefix = 'gatehouse-cell-1';
const pattern = /^gatehouse-cell-1:([0-9a-f]{16}):([A-Za-z0-9+/=]{40,100}):([A-Za-z0-9+/=]{40,100})$/;

export function cellKeyOf({ current }: MasterKeys): CellKey {
  return { sealing: sealingKeyOf(current), signingKey: publicKeyOf(current) };
}

/** One line, which an operator copies. */
export function formatCellKey({ sealing, signingKey }: CellKey): string {
  return [prefix, sealing.masterKeyId, sealing.publicKey, signingKey].join(':');
}

/** @throws OperatorRefusal for any other text */
export function parseCellKey(text: string): CellKey {
  const [, masterKeyId, publicKey, signingKey] = pattern.exec(text.trim()) ?? [];
  if (masterKeyId === undefined || publicKey === undefined || signingKey === undefined) {
    throw tenantMoveRefusal('noCellKey');
  }
  return { sealing: { masterKeyId, publicKey }, signingKey };
}
