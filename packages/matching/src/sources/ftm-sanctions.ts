/** What the sanctions of an entity of the FollowTheMoney model say about its listing. */
import type { LegalBasis, Reference } from '../entry.ts';
import { legalBasis, reference } from './entry-details.ts';
import { type FtmFacts, textsOf } from './ftm-facts.ts';
import { joinParts } from './list-entry.ts';
import { isoDay } from './numeric-dates.ts';

type Properties = FtmFacts['properties'];

function sanctionsOf(attached: readonly FtmFacts[]): Properties[] {
  return attached.filter(({ schema }) => schema === 'Sanction').map(({ properties }) => properties);
}

function daysOf(sanction: Properties, ...names: string[]): string[] {
  return names.flatMap((name) => textsOf(sanction, name).flatMap((text) => isoDay(text) ?? []));
}

/** Days on which the entity was listed, the first one first. */
export function listingDays(attached: readonly FtmFacts[]): string[] {
  return sanctionsOf(attached)
    .flatMap((sanction) => daysOf(sanction, 'listingDate', 'startDate'))
    .sort();
}

/** Programme and authority, which is what a sanction says of its legal basis. */
function basisOf(sanction: Properties): LegalBasis | undefined {
  const [program, authority] = [textsOf(sanction, 'program')[0], textsOf(sanction, 'authority')[0]];
  const [date] = daysOf(sanction, 'listingDate', 'startDate');
  return legalBasis(joinParts([program, authority]), {
    date,
    url: textsOf(sanction, 'programUrl')[0] ?? textsOf(sanction, 'sourceUrl')[0],
  });
}

/** Details that the sanctions of an entity state. It is listed until the last of them ends, if all have an end. */
export function sanctionDetails(attached: readonly FtmFacts[]): {
  amendedOn: string[];
  expiresOn: string | undefined;
  legalBasis: (LegalBasis | undefined)[];
  reasons: string[];
  measures: string[];
  links: string[];
  references: (Reference | undefined)[];
} {
  const sanctions = sanctionsOf(attached);
  const all = (name: string) => sanctions.flatMap((sanction) => textsOf(sanction, name));
  const ends = sanctions.map((sanction) => daysOf(sanction, 'endDate').sort().at(-1));
  return {
    amendedOn: sanctions.flatMap((sanction) => daysOf(sanction, 'modifiedAt')),
    expiresOn: ends.includes(undefined) ? undefined : (ends as string[]).sort().at(-1),
    legalBasis: sanctions.map(basisOf),
    reasons: all('reason'),
    measures: all('provisions'),
    links: all('sourceUrl'),
    references: all('unscId').map((value) => reference('un', value)),
  };
}
