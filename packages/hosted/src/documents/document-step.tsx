import type { DocumentGroup, FlowStep, FlowView, SubmittedDocument } from '@gatehouse/contract';
import { useState } from 'preact/hooks';
import { faultText } from '../fields/fault-text.ts';
import { stepTitle } from '../screens/step-title.ts';
import { useStepBack } from '../screens/use-step-back.ts';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Icon } from '../ui/icon.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Screen } from '../ui/screen.tsx';
import { AddDocument } from './add-document.tsx';
import { ConfirmDocument } from './confirm-document.tsx';
import { groupKey, groupKeyOf, groupTitle } from './group-labels.ts';
import { keptFindings } from './picture-findings.tsx';

interface DocumentStepProps {
  readonly view: FlowView;
  readonly step: Extract<FlowStep, { type: 'documents' }>;
}

type Place =
  | { readonly kind: 'overview' }
  | { readonly kind: 'adding'; readonly group: string }
  | { readonly kind: 'confirming'; readonly documentId: string };

/** Why a document is asked for again. */
const askedTexts = {
  unreadable: 'asked_unreadable',
  incomplete: 'asked_incomplete',
  expired: 'asked_expired',
  wrongDocument: 'asked_wrongDocument',
  otherPerson: 'asked_otherPerson',
} as const;

/** The documents that are asked for, group by group; each is added and confirmed on screens of its own. */
export function DocumentStep({ view, step }: DocumentStepProps) {
  const store = useFlowStore();
  const kept = { ...step, part: 'place' };
  const [place, setShown] = useState<Place>(
    () => unconfirmed(step.given) ?? store.drafts.read<Place>(kept, null) ?? { kind: 'overview' },
  );
  const setPlace = (next: Place) => {
    store.drafts.keep(kept, null, next);
    setShown(next);
  };
  const overview = () => setPlace({ kind: 'overview' });

  if (place.kind === 'adding') {
    const group = step.groups.find((each) => groupKey(each) === place.group);
    if (group) {
      const known = new Set(step.given.map(({ documentId }) => documentId));
      return (
        <AddDocument
          key={place.group}
          step={step}
          group={group}
          onBack={overview}
          onAdded={() =>
            setPlace(
              picturesToReview(submittedNow().filter(({ documentId }) => !known.has(documentId))) ?? {
                kind: 'overview',
              },
            )
          }
        />
      );
    }
  }
  if (place.kind === 'confirming') {
    const document = step.given.find(({ documentId }) => documentId === place.documentId);
    if (document) {
      return (
        <ConfirmDocument
          key={document.documentId}
          step={step}
          document={document}
          onDone={overview}
          onRetake={() =>
            void store
              .takeBackDocument(document.documentId)
              .then((isTaken) => isTaken && setPlace({ kind: 'adding', group: groupKeyOf(document) }))
          }
        />
      );
    }
  }
  return <Overview view={view} step={step} onPlace={setPlace} />;

  function submittedNow(): readonly SubmittedDocument[] {
    const now = store.state.view?.nextStep;
    return now?.type === 'documents' ? now.given : [];
  }
}

/** A document that was added and waits for the person's word. */
function unconfirmed(given: readonly SubmittedDocument[]): Place | undefined {
  const found = given.find(({ confirmed, reading }) => confirmed === null && reading.kind !== 'kept');
  return found && { kind: 'confirming', documentId: found.documentId };
}

/** Of what was just added, what the person has to look at. */
function picturesToReview(added: readonly SubmittedDocument[]): Place | undefined {
  const poor = added.find((document) => keptFindings(document).length > 0);
  return unconfirmed(added) ?? (poor && { kind: 'confirming', documentId: poor.documentId });
}

function Overview({ view, step, onPlace }: DocumentStepProps & { readonly onPlace: (place: Place) => void }) {
  const words = useTranslator();
  const store = useFlowStore();
  const { faults } = useFlowState(store);
  const [attempt, setAttempt] = useState(0);
  const open = step.groups.filter((group) => countOf(step, group) < group.minCount);
  const waiting = step.given.filter(
    ({ confirmed, reading }) => confirmed === null && reading.kind !== 'kept',
  );
  const entries =
    attempt === 0
      ? []
      : [
          ...open.map((group) => ({
            controlId: `group-${groupKey(group)}`,
            label: groupTitle(words, group),
            message: words.text('documentsOpen'),
          })),
          ...waiting.map((document) => ({
            controlId: `group-${groupKeyOf(document)}`,
            label: words.document(document.type, document.type),
            message: words.text('confirmTitle'),
          })),
          ...step.given.flatMap((document) =>
            faults
              .filter(({ field }) => field === `documents.${document.documentId}`)
              .map((fault) => ({
                controlId: `group-${groupKeyOf(document)}`,
                label: words.document(document.type, document.type),
                message: faultText(words, { field: 'issuedOn', type: 'date' }, fault),
              })),
          ),
        ];
  return (
    <Screen
      title={stepTitle(words, step)}
      intro={
        step.request && (
          <p role="status">
            <strong>
              {words.text('askedAgain', {
                document: words.document(step.request.type, step.request.type),
              })}
            </strong>{' '}
            {words.text(askedTexts[step.request.reason])}
          </p>
        )
      }
      why={step.type}
      onBack={useStepBack(view)}
      hasFaults={entries.length > 0}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAttempt(attempt + 1);
          if (open.length > 0 || waiting.length > 0) return;
          void store.submit({}).then((isTaken) => !isTaken && setAttempt((last) => last + 1));
        }}
      >
        <ErrorSummary entries={entries} attempt={attempt} />
        {step.groups.map((group) => (
          <Group
            key={groupKey(group)}
            step={step}
            group={group}
            title={groupTitle(words, group)}
            onPlace={onPlace}
          />
        ))}
        <div class="actions">
          <MainButton>{words.text('continue')}</MainButton>
        </div>
      </form>
    </Screen>
  );
}

interface GroupProps {
  readonly step: DocumentStepProps['step'];
  readonly group: DocumentGroup;
  readonly title: string;
  readonly onPlace: (place: Place) => void;
}

function Group({ step, group, title, onPlace }: GroupProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const key = groupKey(group);
  const given = step.given.filter((each) => groupKeyOf(each) === key);
  const addText = words.text(given.length > 0 ? 'addAnother' : 'documentsAdd');
  const isDone = given.length >= group.minCount && given.length > 0;
  const state = isDone ? 'documentsDone' : group.minCount === 0 ? 'documentsOptional' : 'documentsOpen';
  return (
    <section class="card" aria-labelledby={`title-${key}`}>
      <div class="card-head">
        <h2 id={`title-${key}`}>{title}</h2>
        <span class={isDone ? 'tag tag-good' : 'tag'}>
          {isDone && <Icon name="check" />}
          {words.text(state)}
        </span>
      </div>
      <p class="quiet">
        {group.choices.map((each) => words.document(each.type, each.name)).join(' · ')}
        {group.minCount > 1 && <> · {words.counted('documentsNeeded', group.minCount)}</>}
      </p>
      <ul class="given">
        {given.map((document) => (
          <Submitted
            key={document.documentId}
            group={group}
            document={document}
            onPlace={onPlace}
            onTakeBack={() => void store.takeBackDocument(document.documentId)}
          />
        ))}
      </ul>
      <button
        type="button"
        id={`group-${key}`}
        aria-label={`${addText}: ${title}`}
        class={isDone ? 'text-button' : 'small-button'}
        onClick={() => onPlace({ kind: 'adding', group: key })}
      >
        <Icon name="plus" />
        {addText}
      </button>
    </section>
  );
}

interface SubmittedProps {
  readonly group: DocumentGroup;
  readonly document: SubmittedDocument;
  readonly onPlace: (place: Place) => void;
  readonly onTakeBack: () => void;
}

function Submitted({ group, document, onPlace, onTakeBack }: SubmittedProps) {
  const words = useTranslator();
  const choice = group.choices.find(({ type }) => type === document.type);
  const kind = words.document(document.type, choice?.name ?? document.type);
  const name = document.country
    ? words.text('ofCountry', { what: kind, country: words.country(document.country) })
    : kind;
  const isDoubtful = document.contradictions.length > 0 || keptFindings(document).length > 0;
  return (
    <li>
      <Icon name="file" />
      <span class="given-name">{name}</span>
      {isDoubtful && (
        <span class="tag">
          <Icon name="warning" />
          {words.text(document.contradictions.length > 0 ? 'documentDiffers' : 'documentDoubtful')}
        </span>
      )}
      {(document.reading.kind !== 'kept' || isDoubtful) && (
        <button
          type="button"
          class="text-button"
          aria-label={words.text('reviewEditStep', { what: name })}
          onClick={() => onPlace({ kind: 'confirming', documentId: document.documentId })}
        >
          {words.text(
            document.reading.kind !== 'kept' && document.confirmed === null ? 'confirmUnsure' : 'edit',
          )}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={words.text('removeItem', { name })}
        onClick={onTakeBack}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

function countOf(step: DocumentStepProps['step'], group: DocumentGroup): number {
  return step.given.filter((each) => groupKeyOf(each) === groupKey(group)).length;
}
