import { knownServiceText } from './service-sentence.ts';

/**
 * Why something of the service failed, in the language of the page: a call, a delivery, the update of a list, a run. Where
 * the sentence begins with an address, a file or an engine, that stays as it is. What other programs say stays in English.
 */
export function failureText(message: string): string {
  const known = knownServiceText('failure', message, (name, value) =>
    name === 'detail' ? failureText(value) : value,
  );
  if (known !== undefined) return known;
  const [, place, what] = /^(\S+(?:, [^:]+)?: )(.+)$/s.exec(message) ?? [];
  return place === undefined || what === undefined ? message : place + failureText(what);
}
