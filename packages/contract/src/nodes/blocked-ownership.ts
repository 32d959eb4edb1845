import { z } from 'zod';
import { ruleText } from '../phrases/rule-text.ts';
import { defineNode } from './node.ts';

/** Sanctions regimes whose rules on ownership are known. */
const regimes = ['OFAC', 'EU', 'UK'] as const;
export type Regime = (typeof regimes)[number];

const outputOfNode = (field: string) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,63}\\.${field}$`),
      `must be the output ${field} of a node, such as owners.${field}`,
    );

/** Whether sanctions on its owners block a company, by regime. */
export const blockedOwnershipNode = defineNode({
  type: 'blocked-ownership',
  title: 'Blocked ownership',
  description: 'Determines by regime whether sanctions on its owners block a company.',
  config: z.strictObject({
    structure: outputOfNode('structure').describe(
      'Output `structure` of an earlier `ownership` or `ownership-structure` node.',
    ),
    screenings: z
      .array(outputOfNode('screened'))
      .min(1)
      .max(20)
      .describe('Outputs `screened` of the screening nodes that screen the parties of the structure.'),
    regimes: z
      .array(z.enum(regimes))
      .min(1)
      .refine((chosen) => new Set(chosen).size === chosen.length, ruleText('rules.eachRegimeOnce'))
      .optional()
      .describe('Default: all.'),
    listedFromScore: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'A hit with this score or more counts as the listed party although nobody confirmed the match: the answer can be blocked by a mere namesake. Default: a hit counts as possible until it is ruled a true match.',
      ),
    alsoCoveredBy: z
      .partialRecord(z.enum(regimes), z.array(z.string().min(1).max(60)).min(1))
      .optional()
      .describe(
        'Further list sources that hold the whole list of a regime, such as `opensanctions`, where your files of them do.',
      ),
  }),
  output: {
    ofac: 'text',
    eu: 'text',
    uk: 'text',
    status: 'text',
    blocked: 'boolean',
    clear: 'boolean',
    answers: 'list',
    reasons: 'list',
    unscreened: 'list',
    relations: 'list',
    unresolvedRelations: 'list',
    findings: 'list',
  },
  terminal: false,
  recomputed: true,
  pauses: false,
  expressions: [
    { path: 'structure', type: 'map' },
    { path: 'screenings.*', type: 'map' },
  ],
});
