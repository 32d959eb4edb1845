import { z } from 'zod';
import { defineNode } from './node.ts';

const share = z.number().min(0).max(100);

/** Asks for the owners of a company through all layers and computes who owns it in the end. */
export const ownershipStructureNode = defineNode({
  type: 'ownership-structure',
  title: 'Ownership structure',
  description: 'Asks for a company’s owners through all layers and finds its beneficial owners.',
  config: z
    .strictObject({
      beneficialOwnerFromPercent: share
        .optional()
        .describe(
          'A person who owns as much or more is a beneficial owner; absent: as `ownership_structure_layer` says, 25.',
        ),
      beneficialOwnerAbovePercent: share
        .optional()
        .describe('Instead, where a law says so: a person who owns more is a beneficial owner.'),
    })
    .refine(
      (config) =>
        config.beneficialOwnerFromPercent === undefined || config.beneficialOwnerAbovePercent === undefined,
      {
        path: ['beneficialOwnerAbovePercent'],
        error: 'cannot stand beside beneficialOwnerFromPercent: keep one of them',
      },
    ),
  output: {
    owners: 'list',
    beneficialOwners: 'list',
    companies: 'list',
    layers: 'number',
    unknownPercent: 'number',
  },
  // Lists of subjects as a screening takes them.
  subjects: ['owners', 'beneficialOwners', 'companies'],
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
