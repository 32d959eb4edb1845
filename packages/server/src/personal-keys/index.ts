/**
 * Keys of what is kept of people, and the encryption of files and of values of columns by them. Whoever deletes a key makes unreadable
 * what it encrypts, in every backup that lacks the key. Never stores a file or a value.
 */

export { isEncryptionStarted, startEncryption } from './encryption-start.ts';
export { type BoundKey, decryptFile, encryptFile, isEncryptedFile } from './file-cipher.ts';
export {
  DomainKeys,
  deletePersonalKeys,
  insertPersonalKey,
  PersonalKeys,
} from './personal-keys.ts';
export { PieceReader } from './piece-reader.ts';
export {
  executionSealer,
  type OpenedExecution,
  openExecution,
  openedColumns,
  openedNodeRuns,
  type StoredContent,
  sealedColumnsOf,
} from './sealed-executions.ts';
export {
  areBytesSealed,
  isSealed,
  isTextSealed,
  openBytes,
  openRow,
  openText,
  openValue,
  sealBytes,
  sealRow,
  sealText,
  sealValue,
  UnopenedValue,
  type ValuePlace,
} from './sealed-value.ts';
