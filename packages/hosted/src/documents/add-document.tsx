import type { DocumentChoice, DocumentGroup, FlowStep } from '@gatehouse/contract';
import { useState } from 'preact/hooks';
import { Combobox } from '../fields/combobox.tsx';
import { checkHere, Fields, summaryEntries } from '../screens/fields-form.tsx';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary, type SummaryEntry } from '../ui/error-summary.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { groupKey, groupTitle, issueDateField } from './group-words.ts';
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
export function AddDocument({ step, group, onBack, onAdded }: AddDocumentProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const { busy, faults } = useFlowState(store);
  const [only] = group.choices.length === 1 ? group.choices : [];
  const place = { ...step, part: `add:${groupKey(group)}` };
  const [draft, change] = useDraft<AddDraft>(place, {
    type: only?.type ?? group.likely?.type ?? null,
    country: group.likely?.country ?? null,
    issuedOn: null,
    files: {},
  });
  const { type, country, issuedOn } = draft;
  const files = Object.fromEntries(
    Object.entries(draft.files).map(([side, { fileId }]) => [side, fileId]),
  ) as Partial<Record<Side, string>>;
  const setCountry = (code: string | null) => change((before) => ({ ...before, country: code }));
  const [attempt, setAttempt] = useState(0);
  const choice = group.choices.find((each) => each.type === type);
  const dateFields = group.maxAgeDays === null ? [] : [issueDateField(words, group.maxAgeDays)];
  const refusedDates = faults.filter(({ field }) => field === 'issuedOn');
  const dateFaults = attempt === 0 ? [] : [...checkHere(dateFields, { issuedOn }), ...refusedDates];
  const otherFaults = faults.filter(({ field }) => field !== 'issuedOn');
  const missing = attempt > 0 ? missingEntries() : [];

  function missingEntries(): SummaryEntry[] {
    if (!choice)
      return [entry('document-type', words.text('whichDocument'), words.text('fault_required_choice'))];
    const sides = choice.sides.filter((side) => files[side] === undefined);
    return [
      ...(choice.needsCountry && country === null
        ? [entry('document-country', words.text('whichCountryIssued'), words.text('fault_required_choice'))]
        : []),
      ...sides.map((side) =>
        entry(`side-${side}-file`, sideTitle(choice, side), words.text('fault_required')),
      ),
      ...summaryEntries(words, {
        fields: dateFields,
        faults: checkHere(dateFields, { issuedOn }),
        place: datePlace,
      }),
    ];
  }
  function sideTitle({ sides, type: kind }: DocumentChoice, side: 'front' | 'back'): string {
    if (sides.length > 1) return words.text(side === 'front' ? 'sideFront' : 'sideBack');
    return kind === 'PASSPORT' ? words.text('sideOnly') : words.document(kind, choice?.name ?? kind);
  }
  async function add() {
    setAttempt((last) => last + 1);
    if (missingEntries().length > 0 || !choice) return;
    const isAdded = await store.addDocument({
      group: group.group,
      type: choice.type,
      country: choice.needsCountry ? country : null,
      personId: group.person?.personId ?? null,
      issuedOn: group.maxAgeDays === null ? null : issuedOn,
      files: { front: files.front, ...(choice.sides.includes('back') && { back: files.back }) },
    });
    if (!isAdded) return;
    store.drafts.drop(place);
    onAdded();
  }

  return (
    <Screen
      title={groupTitle(words, group)}
      onBack={onBack}
      hasFaults={missing.length > 0}
      intro={
        <p>
          {group.mustNotBeExpired && `${words.text('documentsNotExpired')} `}
          {group.maxAgeDays !== null && `${words.counted('documentsMaxAge', group.maxAgeDays)} `}
          {words.text('documentsFormats', {
            formats: formatNames(step.mediaTypes),
            size: sizeText(words, step.maxBytes),
          })}
        </p>
      }
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
        {otherFaults.length > 0 && <Notice tone="error">{words.text('noticeNotTaken')}</Notice>}
        {group.choices.length > 1 && (
          <fieldset class="field" id="document-type">
            <legend class="label">{words.text('whichDocument')}</legend>
            <div class="options">
              {group.choices.map((each) => (
                <label key={each.type} class="option">
                  <input
                    type="radio"
                    name="document-type"
                    checked={each.type === type}
                    onChange={() => change((before) => ({ ...before, type: each.type, files: {} }))}
                  />
                  <span>{words.document(each.type, each.name)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {choice?.needsCountry && (
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
              isFaulty={attempt > 0 && country === null}
              isRequired
              onChoose={({ code }) => setCountry(code)}
              onClear={() => setCountry(null)}
            />
          </div>
        )}
        {choice && (
          <>
            <p class="quiet">{words.text(choice.type === 'SELFIE' ? 'selfieIntro' : 'documentsIntro')}</p>
            {choice.sides.map((side) => (
              <SideCapture
                key={`${choice.type} ${side}`}
                id={`side-${side}`}
                title={sideTitle(choice, side)}
                limits={step}
                camera={choice.type === 'SELFIE' ? 'user' : 'environment'}
                sent={draft.files[side] ?? null}
                onSent={(file) =>
                  change((before) => ({ ...before, files: withFile(before.files, side, file) }))
                }
              />
            ))}
          </>
        )}
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
