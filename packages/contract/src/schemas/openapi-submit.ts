import { z } from 'zod';
import { eventTypes } from '../domain-values.ts';
import type { Operation } from '../operations/operation.ts';
import { subjectSchema } from '../subject.ts';

const screening = 'MANUAL_CASE_EVENT';

/**
 * The body of a submit depends on its event type: a screening event carries a subject, the others whatever their
 * workflow declares. Tools show two forms better than a condition.
 */
export function submitBody(operation: Operation, version: string): z.ZodType {
  const { shape } = operation.input(version) as z.ZodObject;
  const eventType = shape['eventType'] as z.ZodType;
  const variant = (words: readonly [string, ...string[]]) => ({
    ...shape,
    eventType: z.enum(words).describe(eventType.description ?? ''),
  });
  const others = eventTypes.filter((event) => event !== screening);
  return z.discriminatedUnion('eventType', [
    z.object({ ...variant([screening]), data: subjectSchema }).meta({ id: 'SubmitScreening' }),
    z.object(variant(others as [string, ...string[]])).meta({ id: 'SubmitEvent' }),
  ]);
}
