/** A list file under its publisher's name, and where it lies. */
export interface ListFile {
  readonly name: string;
  readonly path: string;
}
