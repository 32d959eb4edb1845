import { z } from 'zod';
import { defineNode } from './node.ts';
import { ownershipNode } from './ownership.ts';
import { beneficialOwnerThreshold, checkThreshold } from './ownership-threshold.ts';

/** Asks for the owners of a company through all layers and computes who owns it in the end. */
export const ownershipStructureNode = defineNode({
  type: 'ownership-structure',
  title: 'Ownership structure',
  description:
    'Collects a company’s owners through all layers and computes its beneficial owners from what was stated. Relations of lists are not counted.',
  config: checkThreshold(
    z.strictObject(beneficialOwnerThreshold('Default: the value of `ownership_structure_layer`, 25.')),
  ),
  output: ownershipNode.output,
  // Lists of subjects as a screening takes them.
  subjects: ownershipNode.subjects!,
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
