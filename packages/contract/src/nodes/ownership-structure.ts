import { z } from 'zod';
import { defineNode } from './node.ts';

const share = z.number().min(0).max(100);

/** Asks for the owners of a company through all layers and computes who owns it in the end. */
export const ownershipStructureNode = defineNode({
  type: 'ownership-structure',
  title: 'Ownership structure',
  description: 'Collects a company’s owners through all layers and determines its beneficial owners.',
  config: z
    .strictObject({
      beneficialOwnerFromPercent: share
        .optional()
        .describe(
          'A person with this share or more is a beneficial owner. Default: the value of `ownership_structure_layer`, 25.',
        ),
      beneficialOwnerAbovePercent: share
        .optional()
        .describe(
          'Alternative, for laws that require it: a person with more than this share is a beneficial owner.',
        ),
    })
    .refine(
      (config) =>
        config.beneficialOwnerFromPercent === undefined || config.beneficialOwnerAbovePercent === undefined,
      {
        path: ['beneficialOwnerAbovePercent'],
        error: 'cannot be combined with beneficialOwnerFromPercent: keep one of them',
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
