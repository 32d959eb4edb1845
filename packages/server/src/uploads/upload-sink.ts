/** What a body says beside the file's bytes. */
export interface UploadFields {
  readonly uploadToken: string | undefined;
  readonly filename: string | undefined;
  readonly mediaType: string | undefined;
}

/** Takes a file while its body is read, whatever form the body has. Rejects to refuse; nothing more is then read. */
export interface UploadSink {
  /** Before the first byte, with the token if it stood before the file. */
  start(uploadToken: string | undefined): Promise<void>;
  /** The next bytes; the reader waits. */
  write(bytes: Buffer): Promise<void>;
}
