/**
 * Keys of what is kept of people, and the encryption of files by them. Whoever deletes a key makes unreadable what it encrypts, in every
 * backup that lacks the key. Never stores a file.
 */

export { type BoundKey, decryptFile, encryptFile, isEncryptedFile } from './file-cipher.ts';
export { deletePersonalKeys, insertPersonalKey, openPersonalKey, PersonalKeys } from './personal-keys.ts';
export { PieceReader } from './piece-reader.ts';
