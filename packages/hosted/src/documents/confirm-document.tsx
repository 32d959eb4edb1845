import type {
  FieldFault,
  FieldValue,
  FieldValues,
  FlowStep,
  ReadField,
  SubmittedDocument,
} from '@gatehouse/contract';
import { useState } from 'preact/hooks';
import type { FlowStore } from '../flow/flow-store.ts';
import type { TextKey } from '../messages/table.ts';
import { checkHere, Fields, summaryEntries } from '../screens/fields-form.tsx';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { Differences, differencesKey } from './differences.tsx';
import { keptFindings, PictureFindings } from './picture-findings.tsx';
import { fieldsOfDocument } from './read-fields.ts';

interface ConfirmProps {
  readonly step: Extract<FlowStep, { type: 'documents' }>;
  readonly document: SubmittedDocument;
  readonly onDone: () => void;
  /** Takes the document back and asks for it anew. */
  readonly onRetake: () => void;
}

const place = 'document';
const shownFindings: Readonly<Record<string, TextKey>> = {
  expired: 'finding_expired',
  otherDocumentType: 'finding_otherDocumentType',
  otherCountry: 'finding_otherCountry',
  checkDigitFailed: 'finding_checkDigitFailed',
  numberCheckDigit: 'finding_checkDigitFailed',
  numberForm: 'finding_checkDigitFailed',
  printedDiffers: 'finding_printedDiffers',
  zoneNotRead: 'finding_zoneNotRead',
};
const unreadTexts: Readonly<Record<string, TextKey>> = {
  noDocument: 'unread_noDocument',
  tooBlurred: 'unread_tooBlurred',
  tooDark: 'unread_tooDark',
  glare: 'unread_glare',
  tooSmall: 'unread_tooSmall',
  notAnImage: 'unread_notAnImage',
  tooLarge: 'unread_tooLarge',
  pdf: 'unread_pdf',
};

/** A picture that is kept, or fields to confirm. */
export function ConfirmDocument(props: ConfirmProps) {
  const { document, onDone, onRetake } = props;
  if (document.reading.kind === 'kept') {
    return <PictureFindings findings={keptFindings(document)} onDone={onDone} onRetake={onRetake} />;
  }
  return <ConfirmFields {...props} />;
}

/** What was read from a document, for the person to put right; where nothing was, the choice between a new picture and typing. */
function ConfirmFields({ step, document, onDone, onRetake }: ConfirmProps) {
  const words = useTranslator();
  const [types, setTypes] = useState(document.confirmed !== null);
  const { fields, values, faults, attempt, differing, setField, confirm } = useConfirmation({
    step,
    document,
    onDone,
  });
  const { reading } = document;
  if (reading.kind === 'unread' && !types) {
    return <Unread reading={reading} onDone={onDone} onRetake={onRetake} onType={() => setTypes(true)} />;
  }
  return (
    <Screen
      title={words.text('confirmTitle')}
      intro={<p>{words.text(reading.kind === 'read' ? 'confirmIntro' : 'confirmTyped')}</p>}
      onBack={onDone}
      hasFaults={faults.length > 0}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <ErrorSummary entries={summaryEntries(words, { fields, faults, place })} attempt={attempt} />
        <Differences document={document} attempt={differing} />
        <ReadingNotices document={document} />
        <Fields fields={fields} values={values} faults={faults} place={place} onChange={setField} />
        <div class="actions">
          <MainButton>{words.text('lookRight')}</MainButton>
          <button type="button" class="text-button" onClick={onRetake}>
            {words.text('retake')}
          </button>
        </div>
      </form>
    </Screen>
  );
}

/** The fields while they are put right, and how they are confirmed. */
function useConfirmation({ step, document, onDone }: Omit<ConfirmProps, 'onRetake'>) {
  const words = useTranslator();
  const store = useFlowStore();
  const { faults: refused } = useFlowState(store);
  const fields = fieldsOfDocument(words, document);
  const [values, change] = useDraft<FieldValues>(
    { ...step, part: `confirm:${document.documentId}` },
    startValues(document),
  );
  const [found, setFound] = useState<readonly FieldFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [seen, setSeen] = useState(() => differencesKey(document));
  const [differing, setDiffering] = useState(0);
  async function confirm() {
    store.dismissFaults();
    const wrong = checkHere(fields, values);
    setFound(wrong);
    setAttempt((last) => last + 1);
    if (wrong.length > 0) return;
    if (!(await store.confirmDocument(document.documentId, values))) return setAttempt((last) => last + 1);
    const now = documentNow(store, document.documentId) ?? document;
    const differences = differencesKey(now);
    if (now.contradictions.length === 0 || differences === seen) return onDone();
    // New to the person: they look at them before they go on.
    setSeen(differences);
    setDiffering((last) => last + 1);
  }
  const setField = (field: string, value: FieldValue) => change((before) => ({ ...before, [field]: value }));
  const faults = refused.length > 0 ? refused : found;
  return { fields, values, faults, attempt, differing, setField, confirm };
}

function Unread(props: {
  readonly reading: Extract<SubmittedDocument['reading'], { kind: 'unread' }>;
  readonly onDone: () => void;
  readonly onRetake: () => void;
  readonly onType: () => void;
}) {
  const words = useTranslator();
  const { reading } = props;
  return (
    <Screen title={words.text('unreadTitle')} onBack={props.onDone}>
      <Notice tone="warning">{words.text(unreadTexts[reading.reason] ?? 'unread_other')}</Notice>
      <div class="actions">
        {reading.retake && (
          <MainButton type="button" onClick={props.onRetake}>
            {words.text('retake')}
          </MainButton>
        )}
        <button type="button" class={reading.retake ? 'text-button' : 'main-button'} onClick={props.onType}>
          {words.text('enterMyself')}
        </button>
      </div>
    </Screen>
  );
}

/** What reading found, which fields it is not sure of, and which hold what was entered before. */
function ReadingNotices({ document }: { readonly document: SubmittedDocument }) {
  const words = useTranslator();
  const { reading, confirmed } = document;
  const entered = confirmed === null ? enteredFields(document) : [];
  const read = reading.kind === 'read' ? reading : { fields: [], findings: [] };
  const unsure = read.fields
    .filter(({ field, sure }) => !sure && document.entered[field] === undefined)
    .map(({ field }) => field);
  const findings = [...new Set(read.findings.map(findingText))].filter((key) => key !== undefined);
  const namesOf = (fields: readonly ReadField['field'][]) =>
    words.list(fields.map((field) => words.text(`read_${field}`)));
  return (
    <>
      {findings.map((key) => (
        <Notice key={key} tone="warning">
          {words.text(key)}
        </Notice>
      ))}
      {unsure.length > 0 && (
        <Notice tone="info">
          {words.text('confirmUnsure')}: {namesOf(unsure)}
        </Notice>
      )}
      {entered.length > 0 && (
        <Notice tone="info">{words.text('confirmEntered', { fields: namesOf(entered) })}</Notice>
      )}
    </>
  );
}

/** Findings can carry the field that they are about: `printedDiffers:surname`. */
function findingText(finding: string) {
  return shownFindings[finding.split(':')[0]!] as Extract<TextKey, `finding_${string}`> | undefined;
}

function startValues({ confirmed, reading, entered }: SubmittedDocument): FieldValues {
  if (confirmed) return confirmed;
  const read = reading.kind === 'read' ? reading.fields : [];
  return {
    ...entered,
    ...Object.fromEntries(read.flatMap(({ field, value }) => (value === null ? [] : [[field, value]]))),
  };
}

/** Fields that hold what was entered in an earlier step. */
function enteredFields({ entered }: SubmittedDocument): ReadField['field'][] {
  // Which country issued it was chosen on the screen before.
  return (Object.keys(entered) as ReadField['field'][]).filter((field) => field !== 'issuingCountry');
}

function documentNow(store: FlowStore, documentId: string): SubmittedDocument | undefined {
  const step = store.state.view?.nextStep;
  return step?.type === 'documents' ? step.given.find((each) => each.documentId === documentId) : undefined;
}
