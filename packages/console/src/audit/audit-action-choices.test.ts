import { auditActions } from '@gatehouse/contract/audit-actions';
import { afterEach, expect, it } from 'vitest';
import { loadLanguage, textIfKnown } from '../messages/text.ts';
import { actionChoices } from './audit-action-choices.ts';

afterEach(() => loadLanguage('en', ['en-US']));

it('has every action that the service records, once, and all of one thing together', () => {
  const offered = actionChoices().flatMap(({ items }) => items.map(({ value }) => value));
  const recorded = Object.entries<readonly string[]>(auditActions).flatMap(([noun, verbs]) =>
    verbs.map((verb) => `${noun}.${verb}`),
  );
  expect(offered.filter((value) => !value.endsWith('.')).toSorted()).toEqual(recorded.toSorted());
  expect(new Set(offered).size).toBe(offered.length);
  const cases = actionChoices().find(({ group }) => group === 'Case');
  expect(cases?.items[0]).toEqual({ value: 'case.', label: 'Case: any action' });
  expect(cases?.items).toContainEqual({ value: 'case_view.save', label: 'Cases: view saved' });
});

it('has words for each of them in the catalogue, so that none is shown by its code', () => {
  const missing = Object.entries<readonly string[]>(auditActions).flatMap(([noun, verbs]) => [
    ...(textIfKnown(`labels.${noun.replaceAll('_', '-')}`) === undefined ? [noun] : []),
    ...verbs.filter(
      (verb) =>
        textIfKnown(`case.act-${noun}.${verb}`) === undefined &&
        textIfKnown(`audit.verb-${verb.replaceAll('_', '-')}`) === undefined,
    ),
  ]);
  expect(missing).toEqual([]);
});

it('is in the language of the page', async () => {
  await loadLanguage('de', ['de-DE']);
  expect(actionChoices().map(({ group }) => group)).toContain('Löschsperre');
});
