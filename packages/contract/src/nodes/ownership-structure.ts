import { z } from 'zod';
import { defineNode } from './node.ts';

/** Asks for the owners of a company through all layers and computes who owns it in the end. */
export const ownershipStructureNode = defineNode({
  type: 'ownership-structure',
  title: 'Ownership structure',
  description: 'Asks for a company’s owners through all layers and finds its beneficial owners.',
  config: z.strictObject({
    beneficialOwnerAbovePercent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('A person who owns more is a beneficial owner; absent: as `ownership_structure_layer` says.'),
  }),
  output: {
    owners: 'list',
    beneficialOwners: 'list',
    companies: 'list',
    layers: 'number',
    unknownPercent: 'number',
  },
  // Lists of subjects as a screening takes them.
  subjects: ['beneficialOwners', 'companies'],
  terminal: false,
  waitsForPerson: true,
  expressions: [],
});
