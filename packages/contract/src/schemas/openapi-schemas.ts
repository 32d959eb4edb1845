import { z } from 'zod';
import { accepted } from '../errors.ts';
import { asComponent, pascalCase } from '../openapi-parts.ts';
import type { Operation } from '../operations/operation.ts';
import { submitBody } from './openapi-submit.ts';

/** The newest version of an operation, as it is documented; one whose versions are open is shown as 1.0.0. */
export function newestVersion(operation: Operation): string {
  return operation.versions === 'open' ? '1.0.0' : operation.versions.at(-1)!;
}

/** The body of an operation's call. */
export function requestSchema(operation: Operation): z.ZodType {
  const version = newestVersion(operation);
  const body =
    operation.name === 'workflow.apply.submit' ? submitBody(operation, version) : operation.input(version);
  return asComponent(body, `${operation.name}.request`);
}

/** The whole answer of an accepted call: the envelope around what the operation answers in `data`. */
export function answerSchema({ name, output }: Operation): z.ZodType {
  return envelope(asComponent(output, `${name}.data`)).meta({ id: pascalCase(`${name}.answer`) });
}

/** The envelope of an accepted call. */
export function envelope(data: z.ZodType): z.ZodObject {
  return z.object({
    apiCode: z.literal(accepted.apiCode),
    apiMsg: z.literal(accepted.apiMsg),
    data,
  });
}
