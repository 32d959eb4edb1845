import type { Phrase } from '@gatehouse/contract';

/** One thing that keeps a workflow from being published. */
export interface Fault {
  /** The id of the node it is about. */
  readonly node?: string;
  /** The edge it is about; `index` counts the file's edges from 0. */
  readonly edge?: { readonly from: string; readonly to: string; readonly index: number };
  /** Path in the file, such as `nodes[2].rules[0].when`; `workflow` for the file as a whole. */
  readonly place: string;
  /** What is wrong and what would be right. */
  readonly message: string;
  /** The same as data; absent where it is English alone. */
  readonly phrases?: readonly Phrase[];
}
