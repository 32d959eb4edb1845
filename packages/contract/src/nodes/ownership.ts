import { z } from 'zod';
import { defineNode } from './node.ts';
import { beneficialOwnerThreshold, checkThreshold } from './ownership-threshold.ts';

/** Reads the ownership that a submit states and computes who owns and controls the company in the end. */
export const ownershipNode = defineNode({
  type: 'ownership',
  title: 'Ownership',
  description:
    'Reads a company’s owners, controllers and directors from the submit and computes its beneficial owners from what was stated.',
  config: checkThreshold(
    z.strictObject({
      field: z
        .string()
        .min(1)
        .default('ownership')
        .describe('Field of `data`, declared under `entry` with the type `ownership`.'),
      ...beneficialOwnerThreshold('Default: 25.'),
      listRelations: z
        .boolean()
        .optional()
        .describe(
          'Whether shares, control, offices (such as director) and links that loaded lists (registers of owners among them) state of these parties are counted too. Shares and control among them can change who is a beneficial owner. Default: no.',
        ),
    }),
  ),
  output: {
    parties: 'list',
    owners: 'list',
    beneficialOwners: 'list',
    possibleBeneficialOwners: 'list',
    controllers: 'list',
    directors: 'list',
    companies: 'list',
    layers: 'number',
    unknownPercent: 'number',
    findings: 'list',
    relations: 'list',
    unresolvedRelations: 'list',
    changes: 'list',
    comparedWith: 'text',
    comparedAt: 'text',
    structure: 'map',
  },
  subjects: [
    'parties',
    'owners',
    'beneficialOwners',
    'possibleBeneficialOwners',
    'controllers',
    'directors',
    'companies',
  ],
  terminal: false,
  recomputed: true,
  pauses: false,
  expressions: [],
});
