import type { DocumentChoice, DocumentGroup, FlowField, FlowStep } from '@gatehouse/contract';
import { useState } from 'preact/hooks';
import { Combobox } from '../fields/combobox.tsx';
import type { Translator } from '../messages/translator.ts';
import { checkHere, Fields, summaryEntries } from '../screens/fields-form.tsx';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary, type SummaryEntry } from '../ui/error-summary.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { groupKey, groupTitle, issueDateField } from './group-labels.ts';
import { PhotoGuide } from './photo-guide.tsx';
import { type SentFile, SideCapture, sizeText } from './side-capture.tsx';

interface AddDocumentProps {
  readonly step: Extract<FlowStep, { type: 'documents' }>;
  readonly group: DocumentGroup;
  readonly onBack: () => void;
  readonly onAdded: () => void;
}

const datePlace = 'added';

type Side = 'front' | 'back';

/** What was chosen and sent of a document that is not added yet. */
interface AddDraft {
  readonly type: string | null;
  readonly country: string | null;
  readonly issuedOn: string | null;
  readonly files: Readonly<Partial<Record<Side, SentFile>>>;
}

/** One document of a group: which kind, of which country, then its sides. */
export function AddDocument(props: AddDocumentProps) {
  const { step, group, onBack } = props;
  const words = useTranslator();
  const { busy, faults } = useFlowState(useFlowStore());
  const { draft, change, choice, dateFields, attempt, add } = useAdding(props);
  const { issuedOn } = draft;
  const refusedDates = faults.filter(({ field }) => field === 'issuedOn');
  const dateFaults = attempt === 0 ? [] : [...checkHere(dateFields, { issuedOn }), ...refusedDates];
  const missing = attempt > 0 ? missingEntries(words, { draft, choice, dateFields }) : [];
  return (
    <Screen
      title={groupTitle(words, group)}
      onBack={onBack}
      hasFaults={missing.length > 0}
      intro={<Requirements step={step} group={group} />}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <ErrorSummary
          entries={[
            ...missing,
            ...summaryEntries(words, { fields: dateFields, faults: refusedDates, place: datePlace }),
          ]}
          attempt={attempt}
        />
        {faults.some(({ field }) => field !== 'issuedOn') && (
          <Notice tone="error">{words.text('noticeNotTaken')}</Notice>
        )}
        <TypeField group={group} draft={draft} change={change} />
        {choice?.needsCountry && <CountryField draft={draft} change={change} isAsked={attempt > 0} />}
        {choice && <Sides step={step} choice={choice} draft={draft} change={change} />}
        {choice && (
          <Fields
            fields={dateFields}
            values={{ issuedOn }}
            faults={dateFaults}
            place={datePlace}
            onChange={(_field, value) =>
              change((before) => ({ ...before, issuedOn: value as string | null }))
            }
          />
        )}
        <div class="actions">
          <div role="status">
            {busy && <p class="quiet">{words.text(choice?.readable ? 'reading' : 'checking')}</p>}
          </div>
          <MainButton>{words.text('continue')}</MainButton>
        </div>
      </form>
    </Screen>
  );
}

/** What is chosen and sent so far, and adding it. */
function useAdding({ step, group, onAdded }: AddDocumentProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const [only] = group.choices.length === 1 ? group.choices : [];
  const place = { ...step, part: `add:${groupKey(group)}` };
  const [draft, change] = useDraft<AddDraft>(place, {
    type: only?.type ?? group.likely?.type ?? null,
    country: group.likely?.country ?? null,
    issuedOn: null,
    files: {},
  });
  const [attempt, setAttempt] = useState(0);
  const choice = group.choices.find((each) => each.type === draft.type);
  const dateFields = group.maxAgeDays === null ? [] : [issueDateField(words, group.maxAgeDays)];
  async function add() {
    setAttempt((last) => last + 1);
    if (missingEntries(words, { draft, choice, dateFields }).length > 0 || !choice) return;
    const { front, back } = draft.files;
    const isAdded = await store.addDocument({
      group: group.group,
      type: choice.type,
      country: choice.needsCountry ? draft.country : null,
      personId: group.person?.personId ?? null,
      issuedOn: group.maxAgeDays === null ? null : draft.issuedOn,
      files: { front: front?.fileId, ...(choice.sides.includes('back') && { back: back?.fileId }) },
    });
    if (!isAdded) return;
    store.drafts.drop(place);
    onAdded();
  }
  return { draft, change, choice, dateFields, attempt, add };
}

interface Chosen {
  readonly draft: AddDraft;
  readonly choice: DocumentChoice | undefined;
  readonly dateFields: readonly FlowField[];
}

function missingEntries(words: Translator, { draft, choice, dateFields }: Chosen): SummaryEntry[] {
  if (!choice)
    return [entry('document-type', words.text('whichDocument'), words.text('fault_required_choice'))];
  const { country, issuedOn, files } = draft;
  const sides = choice.sides.filter((side) => files[side] === undefined);
  return [
    ...(choice.needsCountry && country === null
      ? [entry('document-country', words.text('whichCountryIssued'), words.text('fault_required_choice'))]
      : []),
    ...sides.map((side) =>
      entry(`side-${side}-file`, sideTitle(words, choice, side), words.text('fault_required')),
    ),
    ...summaryEntries(words, {
      fields: dateFields,
      faults: checkHere(dateFields, { issuedOn }),
      place: datePlace,
    }),
  ];
}

function sideTitle(words: Translator, { sides, type, name }: DocumentChoice, side: Side): string {
  if (sides.length > 1) return words.text(side === 'front' ? 'sideFront' : 'sideBack');
  return type === 'PASSPORT' ? words.text('sideOnly') : words.document(type, name);
}

function Requirements({ step, group }: Pick<AddDocumentProps, 'step' | 'group'>) {
  const words = useTranslator();
  return (
    <p>
      {group.mustNotBeExpired && `${words.text('documentsNotExpired')} `}
      {group.maxAgeDays !== null && `${words.counted('documentsMaxAge', group.maxAgeDays)} `}
      {words.text('documentsFormats', {
        formats: formatNames(step.mediaTypes),
        size: sizeText(words, step.maxBytes),
      })}
    </p>
  );
}

interface DraftProps {
  readonly draft: AddDraft;
  readonly change: (change: (before: AddDraft) => AddDraft) => void;
}

/** Which kind of document it is, where there are several. */
function TypeField({ group, draft, change }: DraftProps & { readonly group: DocumentGroup }) {
  const words = useTranslator();
  if (group.choices.length < 2) return null;
  return (
    <fieldset class="field" id="document-type">
      <legend class="label">{words.text('whichDocument')}</legend>
      <div class="options">
        {group.choices.map((each) => (
          <label key={each.type} class="option">
            <input
              type="radio"
              name="document-type"
              checked={each.type === draft.type}
              onChange={() => change((before) => ({ ...before, type: each.type, files: {} }))}
            />
            <span>{words.document(each.type, each.name)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function CountryField({ draft, change, isAsked }: DraftProps & { readonly isAsked: boolean }) {
  const words = useTranslator();
  const { country } = draft;
  const setCountry = (code: string | null) => change((before) => ({ ...before, country: code }));
  return (
    <div class="field">
      <label class="label" for="document-country">
        {words.text('whichCountryIssued')}
      </label>
      <Combobox
        id="document-country"
        choices={null}
        choicesKey="platform_countries"
        list="platform_countries"
        shown={country === null ? '' : words.country(country)}
        isFaulty={isAsked && country === null}
        isRequired
        onChoose={({ code }) => setCountry(code)}
        onClear={() => setCountry(null)}
      />
    </div>
  );
}

function Sides(
  props: DraftProps & { readonly step: AddDocumentProps['step']; readonly choice: DocumentChoice },
) {
  const { step, choice, draft, change } = props;
  const words = useTranslator();
  const isSelfie = choice.type === 'SELFIE';
  return (
    <>
      <p class="quiet">{words.text(isSelfie ? 'selfieIntro' : 'documentsIntro')}</p>
      <PhotoGuide of={isSelfie ? 'face' : 'document'} />
      {choice.sides.map((side) => (
        <SideCapture
          key={`${choice.type} ${side}`}
          id={`side-${side}`}
          title={sideTitle(words, choice, side)}
          limits={step}
          camera={isSelfie ? 'user' : 'environment'}
          sent={draft.files[side] ?? null}
          onSent={(file) => change((before) => ({ ...before, files: withFile(before.files, side, file) }))}
        />
      ))}
    </>
  );
}

function entry(controlId: string, label: string, message: string): SummaryEntry {
  return { controlId, label, message };
}

function withFile(files: AddDraft['files'], side: Side, file: SentFile | null): AddDraft['files'] {
  const { [side]: _before, ...others } = files;
  return file === null ? others : { ...others, [side]: file };
}

function formatNames(mediaTypes: readonly string[]): string {
  return [...new Set(mediaTypes)].map((type) => type.replace(/^.*\//, '').toUpperCase()).join(', ');
}
