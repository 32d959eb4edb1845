import { useEffect, useRef, useState } from 'preact/hooks';
import type { Translator } from '../messages/translator.ts';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { type CheckedFile, checkFile, type FileLimits } from './check-file.ts';
import { uploadFile } from './upload.ts';

/** A file that is whole on the server. */
export interface SentFile {
  readonly fileId: string;
  readonly filename: string;
}

export interface SideCaptureProps {
  readonly id: string;
  readonly title: string;
  readonly limits: FileLimits;
  /** Which camera a phone opens. */
  readonly camera: 'environment' | 'user';
  /** A file that was sent before, as before a reload. */
  readonly sent: SentFile | null;
  /** Null while there is no file that was sent whole. */
  readonly onSent: (file: SentFile | null) => void;
}

type CaptureState =
  | { readonly kind: 'empty'; readonly refusal: string | null }
  | { readonly kind: 'checking' }
  | { readonly kind: 'judged'; readonly file: File; readonly checked: Extract<CheckedFile, { kind: 'fine' }> }
  | {
      readonly kind: 'sending';
      readonly filename: string;
      readonly preview: string | null;
      readonly share: number;
    };

/** One side of a document: photo or file, looked at before it is sent, sent in the background. */
export function SideCapture(props: SideCaptureProps) {
  const { id, title, limits, camera } = props;
  const words = useTranslator();
  const { state, take, send } = useCapture(props);
  const isEmpty = state.kind === 'empty';
  return (
    <section class="side" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <Taken title={title} state={state} />
      <div role="status">
        <CaptureStatus state={state} />
      </div>
      {state.kind === 'sending' && state.share < 1 && (
        <p class="upload">
          <label class="upload-share" for={`${id}-progress`}>
            {words.text('uploading', { percent: words.percent(Math.floor(state.share * 100)) })}
          </label>
          <progress id={`${id}-progress`} value={state.share} max={1} />
        </p>
      )}
      <div class="capture">
        <FileButton
          id={`${id}-camera`}
          icon="camera"
          text={words.text(isEmpty ? (camera === 'user' ? 'takeSelfie' : 'takePhoto') : 'retake')}
          accept="image/*"
          camera={camera}
          onFile={(file) => void take(file)}
        />
        <FileButton
          id={`${id}-file`}
          icon="file"
          text={words.text(isEmpty ? 'chooseFile' : 'chooseOther')}
          accept={limits.mediaTypes.join(',')}
          onFile={(file) => void take(file)}
        />
      </div>
      {state.kind === 'judged' && (
        <button type="button" class="text-button" onClick={() => void send(state.file, state.checked)}>
          {words.text('useAnyway')}
        </button>
      )}
    </section>
  );
}

/** Checks a chosen file and sends it. */
function useCapture({ limits, sent, onSent }: SideCaptureProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const { view } = useFlowState(store);
  const [state, setState] = useState<CaptureState>(
    sent === null
      ? { kind: 'empty', refusal: null }
      : { kind: 'sending', filename: sent.filename, preview: null, share: 1 },
  );
  const run = useRef(0);
  useEffect(() => () => void newRun(), []);
  /** What an earlier choice still brings about counts no more. */
  function newRun() {
    run.current += 1;
    return run.current;
  }

  async function take(file: File | undefined) {
    if (!file) return;
    const own = newRun();
    onSent(null);
    setState({ kind: 'checking' });
    const checked = await checkFile(file, limits);
    if (own !== run.current) return;
    if (checked.kind === 'refused') {
      setState({
        kind: 'empty',
        refusal: words.text(checked.reason, { size: sizeText(words, limits.maxBytes) }),
      });
    } else if (checked.warning) setState({ kind: 'judged', file, checked });
    else await send(file, checked);
  }
  async function send(file: File, checked: Extract<CheckedFile, { kind: 'fine' }>) {
    const own = newRun();
    const shown = { filename: file.name, preview: checked.preview };
    setState({ kind: 'sending', ...shown, share: 0 });
    const outcome = await uploadFile(
      store,
      { content: checked.content, filename: file.name, mediaType: checked.mediaType },
      (share) => own === run.current && setState({ kind: 'sending', ...shown, share }),
    );
    if (own !== run.current) return;
    if (outcome.kind === 'sent') return onSent({ fileId: outcome.fileId, filename: file.name });
    const name = view?.branding.name ?? '';
    setState({ kind: 'empty', refusal: words.text(refusalText(outcome.problem.code), { name }) });
  }
  return { state, take, send };
}

/** The picture, or the name of a file that has none. */
function Taken({ title, state }: { readonly title: string; readonly state: CaptureState }) {
  const words = useTranslator();
  const preview =
    state.kind === 'judged' ? state.checked.preview : state.kind === 'sending' ? state.preview : null;
  if (preview) return <img class="preview" src={preview} alt={words.text('pictureOf', { what: title })} />;
  if (state.kind !== 'sending' || preview !== null) return null;
  return (
    <p class="filename">
      <Icon name="file" />
      <span dir="auto">{state.filename}</span>
    </p>
  );
}

function CaptureStatus({ state }: { readonly state: CaptureState }) {
  const words = useTranslator();
  const { connection } = useFlowState(useFlowStore());
  if (state.kind === 'checking') return <p class="quiet">{words.text('checking')}</p>;
  if (state.kind === 'empty') return state.refusal && <Notice tone="error">{state.refusal}</Notice>;
  if (state.kind === 'judged') {
    return <Notice tone="warning">{state.checked.warning && words.text(state.checked.warning)}</Notice>;
  }
  if (state.share === 1) return <Notice tone="good">{words.text('uploaded')}</Notice>;
  return connection === 'lost' ? <p class="quiet">{words.text('uploadPaused')}</p> : null;
}

interface FileButtonProps {
  readonly id: string;
  readonly icon: 'camera' | 'file';
  readonly text: string;
  readonly accept: string;
  readonly camera?: 'environment' | 'user';
  readonly onFile: (file: File | undefined) => void;
}

/** The browser's own control, shown as a button. */
function FileButton({ id, icon, text, accept, camera, onFile }: FileButtonProps) {
  return (
    <div class={`file-button file-button-${icon}`}>
      <input
        id={id}
        class="visually-hidden"
        type="file"
        accept={accept}
        {...(camera && { capture: camera })}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          // So that choosing the same file again is a change.
          event.currentTarget.value = '';
        }}
      />
      <label for={id}>
        <Icon name={icon} />
        {text}
      </label>
    </div>
  );
}

function refusalText(
  code: string,
): 'noticeTooLarge' | 'noticeNotTaken' | 'noticeStorageFull' | 'noticeFailed' {
  if (code === 'TOO_LARGE') return 'noticeTooLarge';
  if (code === 'STORAGE_FULL') return 'noticeStorageFull';
  return code === 'UNSUPPORTED_MEDIA_TYPE' || code === 'INVALID' ? 'noticeNotTaken' : 'noticeFailed';
}

export function sizeText(words: Translator, bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  const text =
    megabytes >= 1
      ? words.text('sizeMegabytes', { size: Math.floor(megabytes) })
      : words.text('sizeKilobytes', { size: Math.floor(bytes / 1024) });
  // A number and its unit stay on one line.
  return text.replaceAll(' ', '\u00a0');
}
