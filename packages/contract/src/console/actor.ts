import { z } from 'zod';

/** Who did something: a person, or whoever applied a tenant file. */
export const actor = z
  .object({ kind: z.string(), id: z.string().describe('A person: the e-mail address.') })
  .meta({ id: 'Actor' });

/** What an action was about. */
export const actionObject = z
  .object({
    kind: z.string().describe('As the audit record has it: `case`, `execution`.'),
    id: z.string(),
  })
  .meta({ id: 'ActionObject' });
