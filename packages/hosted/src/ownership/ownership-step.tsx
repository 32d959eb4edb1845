import type { FlowStep, FlowView, Owner, OwnershipThreshold } from '@gatehouse/contract';
import { checkOwners, type ResolvedOwner, resolveOwnership } from '@gatehouse/ownership/declared';
import { useState } from 'preact/hooks';
import type { DraftPlace } from '../flow/drafts.ts';
import { useStepBack } from '../screens/use-step-back.ts';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Icon } from '../ui/icon.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Screen } from '../ui/screen.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { ownerFaultEntries } from './owner-faults.ts';
import { addTitle, OwnerForm } from './owner-form.tsx';
import { depthOf, effectivePercent, namedPercent, ownersOf, withHolders } from './owner-tree.ts';
import { OwnersPicture } from './owners-picture.tsx';

interface OwnershipProps {
  readonly view: FlowView;
  readonly step: Extract<FlowStep, { type: 'ownership-structure' }>;
}

/** The owners of a company, layer by layer, and what each holds in all. */
export function OwnershipStep({ view, step }: OwnershipProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const { faults } = useFlowState(store);
  const [owners, change] = useDraft<readonly Owner[]>(step, step.owners);
  const [edited, changeEdited] = useDraft<Owner | null>({ ...step, part: 'edited' }, null);
  const setEdited = (owner: Owner | null) => changeEdited(() => owner);
  const [attempt, setAttempt] = useState(0);
  const stepBack = useStepBack(view);
  const nameOf = (ownerId: string | null) => owners.find((owner) => owner.ownerId === ownerId)?.name ?? null;

  if (edited) {
    return (
      <OwnerForm
        owner={edited}
        place={ownerPlace(step, owners, edited)}
        holderName={nameOf(edited.parentId)}
        onBack={() => setEdited(null)}
        onSave={(owner) => {
          change((before) => saved(before, owner));
          setEdited(null);
          store.drafts.drop(ownerPlace(step, owners, edited));
        }}
      />
    );
  }

  const none = { field: 'owners', rule: 'minItems', params: {} };
  const own = owners.length === 0 ? [none] : checkOwners(owners, step);
  const entries = attempt === 0 ? [] : ownerFaultEntries(words, owners, own.length > 0 ? own : faults);
  return (
    <Screen
      title={step.title ?? words.text('ownersTitle')}
      intro={<p>{words.text('ownersIntro')}</p>}
      why={step.type}
      onBack={stepBack}
      hasFaults={entries.length > 0}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          store.dismissFaults();
          setAttempt((last) => last + 1);
          if (own.length === 0) void store.submit({ owners }).then(() => setAttempt((last) => last + 1));
        }}
      >
        <ErrorSummary entries={entries} attempt={attempt} />
        <Layer
          owners={owners}
          parentId={null}
          maxDepth={step.maxDepth}
          holderName={null}
          onEdit={setEdited}
          onRemove={(owner) =>
            change((before) => before.filter((each) => !withHolders(before, owner).includes(each)))
          }
        />
        <Beneficial owners={owners} threshold={step.beneficialOwnerThreshold} />
        <div class="actions">
          <MainButton>{words.text('continue')}</MainButton>
        </div>
      </form>
    </Screen>
  );
}

/** Where an owner is typed: a new one by whom it holds a share of, until it is saved. */
function ownerPlace(
  { nodeId, callbackKey }: OwnershipProps['step'],
  owners: readonly Owner[],
  { ownerId, parentId }: Owner,
): DraftPlace {
  const isNew = !owners.some((owner) => owner.ownerId === ownerId);
  return { nodeId, callbackKey, part: isNew ? `new:${parentId ?? ''}` : `owner:${ownerId}` };
}

/** A company that became a person has no owners any more. */
function saved(owners: readonly Owner[], owner: Owner): readonly Owner[] {
  const others =
    owner.kind === 'person'
      ? owners.filter((each) => !withHolders(owners, owner).slice(1).includes(each))
      : owners;
  const index = others.findIndex(({ ownerId }) => ownerId === owner.ownerId);
  return index < 0 ? [...others, owner] : others.with(index, owner);
}

interface LayerProps {
  readonly owners: readonly Owner[];
  readonly parentId: string | null;
  /** Null: the customer itself. */
  readonly holderName: string | null;
  readonly maxDepth: number;
  readonly onEdit: (owner: Owner) => void;
  readonly onRemove: (owner: Owner) => void;
}

function Layer({ owners, parentId, holderName, maxDepth, onEdit, onRemove }: LayerProps) {
  const words = useTranslator();
  const named = namedPercent(owners, parentId);
  const holders = ownersOf(owners, parentId);
  const parent = owners.find(({ ownerId }) => ownerId === parentId);
  const depth = parent ? depthOf(owners, parent) : 0;
  return (
    <div class={parentId === null ? 'owners' : 'owners owners-below'}>
      <p class={named > 100 ? 'owners-sum owners-over' : 'owners-sum'}>
        <strong>
          {holderName === null ? words.text('ownersCustomer') : words.text('ownersOf', { name: holderName })}
        </strong>{' '}
        {holders.length === 0
          ? words.text('ownersNone')
          : words.text(named > 100 ? 'ownersSumOver' : 'ownersSum', { percent: words.percent(named) })}
      </p>
      {holders.length > 0 && (
        <ul>
          {holders.map((owner) => (
            <li key={owner.ownerId} class="owner-row">
              <OwnerLine owners={owners} owner={owner} onEdit={onEdit} onRemove={onRemove} />
              {owner.kind === 'company' && (
                <Layer
                  {...{ owners, maxDepth, onEdit, onRemove }}
                  parentId={owner.ownerId}
                  holderName={owner.name}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {depth >= maxDepth ? (
        <p class="quiet">{words.counted('ownersTooDeep', maxDepth)}</p>
      ) : (
        <button
          type="button"
          id={parentId === null ? 'add-owner' : undefined}
          class="small-button"
          onClick={() => onEdit(newOwner(parentId))}
        >
          <Icon name="plus" />
          {addTitle(words, holderName)}
        </button>
      )}
    </div>
  );
}

function OwnerLine({
  owners,
  owner,
  onEdit,
  onRemove,
}: Pick<LayerProps, 'owners' | 'onEdit' | 'onRemove'> & { readonly owner: Owner }) {
  const words = useTranslator();
  const isIndirect = owner.parentId !== null && owner.kind === 'person';
  return (
    <div class="owner" id={`owner-${owner.ownerId}`}>
      <Icon name={owner.kind} />
      <div class="owner-name">
        <strong>
          <bdi>{owner.name}</bdi>
        </strong>
        <span class="quiet">
          {[
            owner.percent > 0 && words.percent(owner.percent),
            ...(owner.roles ?? []).map((role) => words.text(`ownersRole_${role}`)),
            owner.control != null && words.text('ownersControls'),
          ]
            .filter(Boolean)
            .join(' · ')}
          {isIndirect && owner.percent > 0 && (
            <>
              {' '}
              · {words.text('ownersEffective', { percent: words.percent(effectivePercent(owners, owner)) })}
            </>
          )}
        </span>
      </div>
      <button
        type="button"
        class="text-button"
        aria-label={words.text('reviewEditStep', { what: owner.name })}
        onClick={() => onEdit(owner)}
      >
        {words.text('edit')}
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={words.text('removeItem', { name: owner.name })}
        onClick={() => onRemove(owner)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function Beneficial({
  owners,
  threshold,
}: {
  readonly owners: readonly Owner[];
  readonly threshold: OwnershipThreshold;
}) {
  const words = useTranslator();
  if (!owners.some(({ kind }) => kind === 'person')) return null;
  const resolved = resolveOwnership(owners, threshold).owners;
  const beneficial = resolved.filter(({ beneficialOwner }) => beneficialOwner);
  const percent = words.percent(threshold.percent);
  const [some, nobody] = threshold.isInclusive
    ? (['ownersBeneficialFrom', 'ownersBeneficialFromNone'] as const)
    : (['ownersBeneficialAbove', 'ownersBeneficialAboveNone'] as const);
  // Who controls the company need not hold as much: the sentence on shares is not of these people.
  const isOver = (share: number) =>
    threshold.isInclusive ? share >= threshold.percent : share > threshold.percent;
  const byControl = beneficial.filter((each) => each.owner.control != null && !isOver(each.percent));
  const byShares = beneficial.filter((each) => !byControl.includes(each));
  return (
    <>
      <section class="card" role="status">
        <p>{words.text(byShares.length > 0 ? some : nobody, { percent })}</p>
        <BeneficialList owners={byShares} />
        {byControl.length > 0 && <p>{words.text('ownersControls')}:</p>}
        <BeneficialList owners={byControl} />
      </section>
      <OwnersPicture owners={owners} resolved={resolved} />
    </>
  );
}

function BeneficialList({ owners }: { readonly owners: readonly ResolvedOwner[] }) {
  const words = useTranslator();
  if (owners.length === 0) return null;
  return (
    <ul class="effective">
      {owners.map(({ name, percent }) => (
        <li key={`${name} ${percent}`}>
          <bdi>{name}</bdi>
          {percent > 0 && <span>{words.percent(percent)}</span>}
          <span class="tag tag-good">{words.text('ownersBeneficial')}</span>
        </li>
      ))}
    </ul>
  );
}

function newOwner(parentId: string | null): Owner {
  return {
    ownerId: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    parentId,
    kind: 'person',
    name: '',
    percent: 0,
    dateOfBirth: null,
    countryOfNationality: null,
    countryOfIncorporation: null,
    registrationNumber: null,
  };
}
