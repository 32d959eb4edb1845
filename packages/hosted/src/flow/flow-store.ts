import type {
  Branding,
  FieldFault,
  FlowFile,
  FlowLanguage,
  FlowProblemCode,
  FlowView,
} from '@gatehouse/contract';
import type { Drafts } from './drafts.ts';
import type { Answer, Connection, FlowClient, FlowProblem } from './flow-client.ts';

/** A message above the screen. */
export type Notice = 'elsewhere' | 'notReopened' | 'failed' | 'tooLarge' | 'notTaken' | 'storageFull';

export interface FlowState {
  readonly connection: Connection;
  /** A call of the person's is under way. */
  readonly busy: boolean;
  /** The current state of the flow; null before it is known. */
  readonly view: FlowView | null;
  /** The service did not return the state of the flow; retrying may help. */
  readonly unopened: boolean;
  /** Why the link does not open. */
  readonly dead: { readonly code: FlowProblemCode; readonly branding: Branding | null } | null;
  readonly faults: readonly FieldFault[];
  /** A refused code: how often it can still be tried, or when a new one can be asked for. */
  readonly codeProblem: FlowProblem | null;
  readonly notice: Notice | null;
  /** When the link was opened again, as far as the person has read and closed it. */
  readonly readOpening: number | null;
}

const atFirst: FlowState = {
  connection: 'fine',
  busy: false,
  view: null,
  unopened: false,
  dead: null,
  faults: [],
  codeProblem: null,
  notice: null,
  readOpening: null,
};
const noticesOf: Partial<Record<FlowProblemCode, Notice>> = {
  TOO_LARGE: 'tooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'notTaken',
  STORAGE_FULL: 'storageFull',
};
const readingTimeoutMs = 120_000;

/** Holds the state of the flow and makes every change of it through the server. */
export class FlowStore {
  #state = atFirst;
  readonly #listeners = new Set<() => void>();
  readonly client: FlowClient;
  readonly drafts: Drafts;

  constructor(makeClient: (onConnection: (connection: Connection) => void) => FlowClient, drafts: Drafts) {
    this.drafts = drafts;
    this.client = makeClient((connection) => {
      if (connection !== this.#state.connection) this.#set({ connection });
    });
  }

  get state(): FlowState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async open(): Promise<void> {
    this.#set({ unopened: false });
    const opened = await this.client.open();
    if (opened.kind === 'ok') this.#show(opened.value.view, null);
    else if (opened.problem.code.startsWith('LINK_')) this.#die(opened.problem);
    // The service failed: that says nothing of the link.
    else this.#set({ unopened: true });
  }

  /** Reads the state of the flow; a step that changed meanwhile was made in another tab or on another device. */
  async refresh({ tellsChange = false } = {}): Promise<void> {
    const answer = await this.client.call<FlowView>('/flow');
    if (answer.kind === 'refused') return this.#refuse(answer.problem);
    const before = this.#state.view;
    const moved = tellsChange && before !== null && currentState(before) !== currentState(answer.value);
    this.#show(answer.value, moved ? 'elsewhere' : this.#state.notice);
  }

  begin(language: FlowLanguage): Promise<boolean> {
    return this.#change('/consent', { method: 'POST', json: { language } });
  }

  /** Sets the language of the person at the service; messages come in it. */
  async setLanguage(language: FlowLanguage): Promise<void> {
    const { view } = this.#state;
    // Before the person consents it goes with the consent, and afterwards nothing is sent any more.
    if (view?.state !== 'step' && view?.state !== 'working') return;
    const answer = await this.client.call<FlowView>('/language', { method: 'POST', json: { language } });
    if (answer.kind === 'ok') this.#show(answer.value, this.#state.notice);
    else if (answer.problem.code.startsWith('LINK_')) this.#die(answer.problem);
  }

  /** Hands in the data of the step that waits. */
  submit(data: Readonly<Record<string, unknown>>): Promise<boolean> {
    const step = this.#state.view!.nextStep!;
    return this.#change(`/steps/${encodeURIComponent(step.nodeId)}`, {
      method: 'POST',
      json: { callbackKey: step.callbackKey, ...data },
    });
  }

  /** Asks what is wrong with some fields of the step that waits, where only the service knows; true: nothing is. */
  async check(values: unknown, fields: readonly string[]): Promise<boolean> {
    if (this.#state.busy) return false;
    const { nodeId, callbackKey } = this.#state.view!.nextStep!;
    this.#set({ busy: true, faults: [], notice: null });
    const answer = await this.client
      .call<readonly FieldFault[]>(`/steps/${encodeURIComponent(nodeId)}/check`, {
        method: 'POST',
        json: { callbackKey, values, fields },
      })
      .finally(() => this.#set({ busy: false }));
    if (answer.kind === 'refused') this.#refuse(answer.problem);
    else this.#set({ faults: answer.value });
    return answer.kind === 'ok' && answer.value.length === 0;
  }

  sendCode(data: Readonly<Record<string, unknown>>): Promise<boolean> {
    return this.#toStep('code', 'POST', data);
  }

  addDocument(data: Readonly<Record<string, unknown>>): Promise<boolean> {
    return this.#toStep('documents', 'POST', data);
  }

  confirmDocument(documentId: string, fields: unknown): Promise<boolean> {
    return this.#toStep(`documents/${encodeURIComponent(documentId)}`, 'PUT', { fields });
  }

  takeBackDocument(documentId: string): Promise<boolean> {
    return this.#toStep(`documents/${encodeURIComponent(documentId)}`, 'DELETE');
  }

  /** Opens an earlier step again. */
  reopen(nodeId: string): Promise<boolean> {
    return this.#change(`/steps/${encodeURIComponent(nodeId)}/reopen`, { method: 'POST', json: {} }, true);
  }

  /** Announces a file, or asks which of its parts are missing. */
  announceFile(json: unknown): Promise<Answer<FlowFile>> {
    return this.client.call<FlowFile>('/files', { method: 'POST', json });
  }

  dismissNotice(): void {
    this.#set({ notice: null });
  }

  dismissOpening(): void {
    this.#set({ readOpening: this.#state.view?.newerSession?.at ?? null });
  }

  dismissFaults(): void {
    if (this.#state.faults.length > 0 || this.#state.codeProblem)
      this.#set({ faults: [], codeProblem: null });
  }

  #toStep(path: string, method: 'POST' | 'PUT' | 'DELETE', data?: object): Promise<boolean> {
    const step = this.#state.view!.nextStep!;
    return this.#change(`/steps/${encodeURIComponent(step.nodeId)}/${path}`, {
      method,
      ...(method !== 'DELETE' && { json: { callbackKey: step.callbackKey, ...data } }),
      timeoutMs: readingTimeoutMs,
    });
  }

  /** Makes a call that moves the flow; true: it was taken. */
  async #change(
    path: string,
    options: Parameters<FlowClient['call']>[1],
    isReopening = false,
  ): Promise<boolean> {
    if (this.#state.busy) return false;
    this.#set({ busy: true, faults: [], codeProblem: null, notice: null });
    const answer = await this.client.call<FlowView>(path, options).finally(() => this.#set({ busy: false }));
    if (answer.kind === 'refused') {
      this.#refuse(answer.problem, isReopening);
      return false;
    }
    this.#show(answer.value, null);
    return true;
  }

  #refuse(problem: FlowProblem, isReopening = false): void {
    const { code, view } = problem;
    if (code.startsWith('LINK_')) this.#die(problem);
    else if (view) this.#show(view, isReopening ? 'notReopened' : 'elsewhere');
    else if (code === 'INVALID') this.#set({ faults: problem.faults ?? [] });
    else if (code.startsWith('CODE_')) this.#set({ codeProblem: problem });
    else this.#set({ notice: isReopening ? 'notReopened' : (noticesOf[code] ?? 'failed') });
  }

  #die({ code, branding }: FlowProblem): void {
    this.drafts.dropAll();
    this.#set({ dead: { code, branding: branding ?? this.#state.view?.branding ?? null } });
  }

  #show(view: FlowView, notice: Notice | null): void {
    this.drafts.reconcile(view);
    const isOther = this.#state.view === null || currentState(this.#state.view) !== currentState(view);
    this.#set({ view, notice, ...(isOther && { faults: [], codeProblem: null }) });
  }

  #set(change: Partial<FlowState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Key of one place in the flow. */
function currentState(view: FlowView): string {
  return `${view.state} ${view.nextStep?.callbackKey ?? ''}`;
}
