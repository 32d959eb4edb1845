import type { ListFile } from './list-file.ts';

/**
 * The lists cannot be loaded as they are configured: a start stops with `message`, one line that names the
 * file, the place in it and what would be right. Nothing was changed.
 */
export class ListsRefusal extends Error {
  override readonly name = 'ListsRefusal';
}

/** What a parser says about a file that it cannot use; it knows the file by its publisher's name. */
export interface FileFault {
  readonly file: string;
  readonly place: string;
  readonly expected: string;
}

/** The refusal of a damaged list file, with the path under which whoever reads it finds the file. */
export function refusalOf(fault: FileFault, files: readonly ListFile[]): ListsRefusal {
  const path = files.find((file) => file.name === fault.file)?.path ?? fault.file;
  return new ListsRefusal(`${path}, ${fault.place}: ${fault.expected}`.replace(/\s+/g, ' '));
}
