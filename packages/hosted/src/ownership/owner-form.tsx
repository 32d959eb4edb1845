import type { FieldFault, FieldValues, FlowField, OfficerRole, Owner } from '@gatehouse/contract';
import { useState } from 'preact/hooks';
import type { DraftPlace } from '../flow/drafts.ts';
import type { Translator } from '../messages/translator.ts';
import { checkHere, Fields, summaryEntries } from '../screens/fields-form.tsx';
import { useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Icon } from '../ui/icon.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Screen } from '../ui/screen.tsx';
import { useDraft } from '../ui/use-draft.ts';

interface OwnerFormProps {
  /** What is known of the owner; of a new one the parent alone. */
  readonly owner: Owner;
  readonly place: DraftPlace;
  /** Null: the customer itself. */
  readonly holderName: string | null;
  readonly onSave: (owner: Owner) => void;
  readonly onBack: () => void;
}

const place = 'owner';

const officerRoles: readonly OfficerRole[] = ['director', 'senior-managing-official'];

/** One owner: who it is and how much it holds of the one above. */
export function OwnerForm({ owner, place: draftPlace, holderName, onSave, onBack }: OwnerFormProps) {
  const words = useTranslator();
  const { ownerId: _ownerId, kind: firstKind, ...facts } = owner;
  const start = {
    ...(facts as unknown as FieldValues),
    percent: owner.percent > 0 ? owner.percent : null,
    roles: [...(owner.roles ?? []), ...(owner.control == null ? [] : [controls])],
  };
  const [{ kind, values }, change] = useDraft<{ readonly kind: Owner['kind']; readonly values: FieldValues }>(
    draftPlace,
    { kind: firstKind, values: start },
  );
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const fields = fieldsOf(words, kind, { holderName, hasRole: rolesOf(values).length > 0 });
  return (
    <Screen title={addTitle(words, holderName)} onBack={onBack} hasFaults={faults.length > 0}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = checkHere(fields, values);
          setFaults(wrong);
          setAttempt(attempt + 1);
          if (wrong.length === 0) onSave(ownerFrom(owner, kind, values));
        }}
      >
        <ErrorSummary entries={summaryEntries(words, { fields, faults, place })} attempt={attempt} />
        <fieldset class="field">
          <legend class="label">{words.text('ownersKind')}</legend>
          <div class="options options-row">
            {(['person', 'company'] as const).map((each) => (
              <label key={each} class="option">
                <input
                  type="radio"
                  name="owner-kind"
                  checked={kind === each}
                  onChange={() => change((before) => ({ ...before, kind: each }))}
                />
                <Icon name={each} />
                <span>{words.text(each === 'person' ? 'ownersPerson' : 'ownersCompany')}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Fields
          key={kind}
          fields={fields}
          values={values}
          faults={faults}
          place={place}
          onChange={(field, value) =>
            change((before) => ({ ...before, values: { ...before.values, [field]: value } }))
          }
        />
        <Roles
          chosen={rolesOf(values)}
          onChange={(roles) => change((before) => ({ ...before, values: { ...before.values, roles } }))}
        />
        <div class="actions">
          <MainButton>{words.text('save')}</MainButton>
        </div>
      </form>
    </Screen>
  );
}

/** The role of the form for control by other means than shares or votes. */
const controls = 'controls';

function rolesOf(values: FieldValues): readonly string[] {
  const { roles } = values;
  return Array.isArray(roles) ? roles : [];
}

/** What a party is to the company beside or without a share. */
function Roles({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (roles: readonly string[]) => void;
}) {
  const words = useTranslator();
  const choices = [...officerRoles, controls] as const;
  return (
    <fieldset class="field">
      <legend class="label">{words.text('ownersRoles')}</legend>
      <div class="options">
        {choices.map((role) => (
          <label key={role} class="option">
            <input
              type="checkbox"
              checked={chosen.includes(role)}
              onChange={(event) => {
                const others = chosen.filter((each) => each !== role);
                onChange(event.currentTarget.checked ? [...others, role] : others);
              }}
            />
            <span>{words.text(role === controls ? 'ownersControls' : `ownersRole_${role}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function addTitle(words: Translator, holderName: string | null): string {
  return holderName === null
    ? words.text('ownersAddCustomer')
    : words.text('ownersAddOf', { name: holderName });
}

function percentLabel(words: Translator, holderName: string | null): string {
  return holderName === null
    ? words.text('ownersPercentCustomer')
    : words.text('ownersPercentOf', { name: holderName });
}

function fieldsOf(
  words: Translator,
  kind: Owner['kind'],
  { holderName, hasRole }: { readonly holderName: string | null; readonly hasRole: boolean },
): FlowField[] {
  const field = (
    name: string,
    label: string,
    options: Pick<FlowField, 'type'> & Partial<FlowField>,
  ): FlowField => ({
    field: name,
    label,
    ownLabel: true,
    required: false,
    rules: {},
    choices: null,
    choicesKey: null,
    ...options,
  });
  const isPerson = kind === 'person';
  return [
    field('name', words.text(isPerson ? 'ownersPersonName' : 'ownersCompanyName'), {
      type: 'string',
      required: true,
      rules: { maxLength: 1000 },
    }),
    field('percent', percentLabel(words, holderName), {
      type: 'decimal',
      // Who directs or controls the company need not hold any of it.
      required: !hasRole,
      rules: { min: 0.0001, max: 100, maxDecimals: 4 },
    }),
    field('votingPercent', words.text('ownersVotes'), {
      type: 'decimal',
      rules: { min: 0, max: 100, maxDecimals: 4 },
    }),
    ...(isPerson
      ? [
          field('dateOfBirth', words.text('ownersBirth'), {
            type: 'partialDate',
            rules: { maxDate: 'today' },
          }),
          field('countryOfNationality', words.text('ownersNationality'), { type: 'country' }),
        ]
      : [
          field('countryOfIncorporation', words.text('ownersCountry'), { type: 'country' }),
          field('registrationNumber', words.text('ownersNumber'), {
            type: 'string',
            rules: { maxLength: 100 },
          }),
        ]),
  ];
}

/** What does not go with the kind of owner is left out. */
function ownerFrom({ ownerId, parentId }: Owner, kind: Owner['kind'], values: FieldValues): Owner {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const isPerson = kind === 'person';
  return {
    ownerId,
    parentId,
    kind,
    name: text('name') ?? '',
    percent: Number(values['percent'] ?? 0),
    votingPercent: values['votingPercent'] == null ? null : Number(values['votingPercent']),
    control: rolesOf(values).includes(controls) ? 'other' : null,
    roles: officerRoles.filter((role) => rolesOf(values).includes(role)),
    dateOfBirth: isPerson ? text('dateOfBirth') : null,
    countryOfNationality: isPerson ? text('countryOfNationality') : null,
    countryOfIncorporation: isPerson ? null : text('countryOfIncorporation'),
    registrationNumber: isPerson ? null : text('registrationNumber'),
  };
}
