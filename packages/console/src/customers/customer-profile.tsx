import type { CustomerDetail, SubmittedInformation } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { Facts, factsOf } from '../hits/hit-parts.tsx';
import { text } from '../messages/text.ts';
import { formatZonedInstant, labelOf, listText } from '../ui/format.ts';
import { answerFieldText, answerValueText } from '../ui/stated-answer.ts';
import { customerTypeText } from './customer-head.tsx';
import { Heading, Nothing } from './customer-section.tsx';

/** Beneficial owners that are named; of more the picture and the tables tell. */
const maxNamed = 5;

/** Fields that the head of the page or the profile has under a name of its own. */
const shownFields: ReadonlySet<string> = new Set(['name', 'customerType', 'idType', 'idNumber']);

/** What is known of the customer; of a company also what was stated last, which says so. */
export function CustomerProfile({
  customer: { name, customerType, profile, idType, idNumber },
  isCompany,
  information,
}: {
  readonly customer: CustomerDetail;
  readonly isCompany: boolean;
  readonly information: SubmittedInformation | undefined;
}) {
  const facts = factsOf({ ...profile, ...(idType === null ? {} : { idType, idNumber }) });
  const ofCompany = { name, customerType: customerTypeText(customerType, isCompany) };
  const known =
    facts.length === 0 && isCompany
      ? Object.entries(ofCompany).flatMap(([field, value]) =>
          value ? [[labelOf(field), value] as const] : [],
        )
      : facts;
  const entered = isCompany ? enteredBesides(profile, information) : [];
  const owners = ownerFacts(information?.ownership?.parties ?? []);
  return (
    <section className="gh-panel gh-block" aria-label={text('customers.profile')}>
      <Heading>{text('customers.profile')}</Heading>
      {known.length === 0 && (
        <Nothing>{name === null ? text('customers.noProfile') : text('customers.noProfileBesides')}</Nothing>
      )}
      <Facts facts={known} />
      {entered.length > 0 && (
        <>
          <Note>{text('customers.enteredLast')}</Note>
          <Facts facts={entered} />
        </>
      )}
      {owners.length > 0 && information?.ownership && (
        <>
          <Note>
            {text('documents.statedAt', { at: formatZonedInstant(information.ownership.statedAt) })}
          </Note>
          <Facts facts={owners} />
        </>
      )}
    </section>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text size="xs" className="gh-dim" mt={8}>
      {children}
    </Text>
  );
}

/** What a person entered for the company last, as far as neither the profile nor another section has it. */
function enteredBesides(
  profile: CustomerDetail['profile'],
  information: SubmittedInformation | undefined,
): (readonly [string, string])[] {
  return (information?.particulars ?? [])
    .filter(({ field, read }) => read.length === 0 && !shownFields.has(field) && !(field in profile))
    .map((answer) => [answerFieldText(answer), answerValueText(answer)] as const);
}

type Party = NonNullable<SubmittedInformation['ownership']>['parties'][number];

/** Who owns the company, and who may; nothing where there are too many to name. */
function ownerFacts(parties: readonly Party[]): (readonly [string, string])[] {
  const owners = parties.filter((party) => party.isBeneficialOwner);
  const possible = parties.filter((party) => party.isPossibleBeneficialOwner);
  if (owners.length + possible.length > maxNamed) return [];
  return (
    [
      [text('ownership.beneficialOwners'), owners],
      [text('executions.possibleOwners'), possible],
    ] as const
  ).flatMap(([label, named]) =>
    named.length === 0 ? [] : [[label, listText(named.map(({ name }) => name))] as const],
  );
}
