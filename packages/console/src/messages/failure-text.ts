import { parts } from '@gatehouse/contract/phrases';
import { knownServiceText } from './service-sentence.ts';
import { textIfKnown } from './text.ts';

/**
 * Why something of the service failed, in the language of the page: a call, a delivery, the update of a list, a run. Where
 * the sentence begins with an address, a file or an engine, that stays as it is. What other programs say stays in English.
 */
export function failureText(message: string): string {
  const [, place = '', what = message] = /^(\S+(?:, [^:]+)?: )(.+)$/s.exec(message) ?? [];
  // What a run did comes before why it did not succeed: the whole may look like a reason.
  const known =
    runText(message) ?? runTextOf(place, what) ?? knownServiceText('failure', message, failureValue);
  if (known !== undefined) return known;
  return place === '' ? message : place + failureText(what);
}

function runText(message: string): string | undefined {
  return knownServiceText('run', message, failureValue);
}

function runTextOf(place: string, what: string): string | undefined {
  const said = place === '' ? undefined : runText(what);
  return said === undefined ? undefined : place + said;
}

function failureValue(name: string, value: string): string | undefined {
  if (name === 'detail') return failureText(value);
  const group = /^(kind|expected)\d?$/.exec(name)?.[1];
  return group === undefined ? value : kindText(group, value);
}

/** A kind of value by its English words; undefined for other words. */
function kindText(group: string, english: string): string | undefined {
  const found = Object.entries(parts).find(
    ([key, words]) => key.startsWith(`${group}.`) && words === english,
  );
  return found && textIfKnown(`parts.${found[0]}`);
}
