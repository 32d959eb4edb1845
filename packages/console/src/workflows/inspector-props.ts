import type { WorkflowVocabulary } from '@gatehouse/contract';
import type { Draft } from './draft.ts';
import type { Change } from './history.ts';
import type { Selection } from './selection.ts';

/** What every part of the inspector shows and changes. */
export interface InspectorProps {
  readonly draft: Draft;
  readonly vocabulary: WorkflowVocabulary;
  readonly change: Change<Draft>;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Whether anything can be changed. */
  readonly mayWrite: boolean;
  /** The id is chosen once: what was saved keeps it. */
  readonly isNew: boolean;
}
