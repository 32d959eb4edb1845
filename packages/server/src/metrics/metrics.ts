import { type InstrumentFacts, Instruments } from './instruments.ts';
import { ProcessMetrics } from './process-metrics.ts';
import { defineStoreMetrics, type StoreMetrics } from './store-metrics.ts';

/** One gateway call as the gateway reports it. */
interface CallObservation {
  readonly operation: string | undefined;
  readonly apiCode: number | undefined;
  readonly businessCode: number | undefined;
  readonly ms: number;
  readonly repeated: boolean;
  readonly clientGone: boolean;
}

/** One upload as its endpoint reports it. */
interface UploadObservation {
  readonly form: string;
  readonly apiCode: number | undefined;
  readonly ms: number;
  readonly bytes: number;
}

/** One attempt at a caller's server. */
interface AttemptObservation {
  readonly outcome: string;
  readonly failureClass: string | null;
  readonly ms: number | null;
}

/** Values of labels that an alert counts. */
interface ExpectedLabels {
  readonly operations: readonly string[];
  readonly queues: readonly string[];
  /** Of attempts at callers' servers. */
  readonly failureClasses: readonly string[];
}

/** Seconds: from a workflow that decides at once to one that waits a day. */
const executionBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600, 86_400];

interface ListSample {
  readonly source: string;
  readonly ageDays: number;
  readonly entries: number;
  readonly rejected: { readonly count: number };
}

interface SourceSample {
  readonly source: string;
  readonly checkedAt: string | null;
  readonly failures: number;
  readonly isStale: boolean;
  /** Seconds for which a node has screened against another version; null while none does. */
  readonly behindSeconds: number | null;
  /** A version that waits for an operator. */
  readonly refused: object | null;
}

interface ReplicaSample {
  readonly isUsable: boolean;
  /** At most so old is what it shows; undefined where that is unknown. */
  readonly lagMs: number | undefined;
}

interface FeedSample {
  readonly url: string;
  readonly items: number;
  readonly loadedAt: Date | null;
  readonly failures: number;
}

/** What is asked at each scrape, and not before. */
export interface MetricSources {
  /** Jobs still to be done, by queue; rejects when the store does not answer. */
  jobsPending(): Promise<Readonly<Record<string, number>>>;
  /** What is stored and what waits in the store; rejects when it does not answer. */
  store(): Promise<StoreMetrics>;
  /** Free bytes beside the data directory; rejects where the disk cannot be asked. */
  freeBytes(): Promise<number>;
  /** Open connections of the public listener. */
  connections(): Promise<number>;
  /** The active lists. */
  lists(): readonly ListSample[];
  /** The read replica; undefined where there is none. */
  replica(): ReplicaSample | undefined;
  /** The state of the sources of lists in the deployment. */
  listSources(): readonly SourceSample[];
  /** The last activation of a list that this node screens with; undefined before there is one. */
  lastListActivation(): number | undefined;
  /** The feeds of the deployment; rejects when the store does not answer. */
  feeds(): Promise<readonly FeedSample[]>;
  /** Monitored customers that this node holds in memory. */
  monitoredCustomers(): number;
}

/** A scrape must be answered although the store hangs: its metrics are then left out. */
const sampleTimeoutMs = 2_000;

/**
 * The metrics of one app. The methods are called where things happen and cost about a microsecond; what must
 * be asked for is asked at a scrape.
 */
export class Metrics {
  readonly #instruments = new Instruments();
  #sources: MetricSources | undefined;

  readonly #calls = this.#instruments.counter({
    name: 'gatehouse_gateway_calls_total',
    help: 'Gateway calls by operation and apiCode; `unknown` for a name that is no operation, `none` for a client that left before there was anything to answer.',
    labels: ['operation', 'api_code'],
  });
  readonly #callSeconds = this.#instruments.durations({
    name: 'gatehouse_gateway_call_duration_seconds',
    help: 'From the end of a call’s headers to its answer, the reading of its body included.',
    labels: ['operation'],
  });
  readonly #businessAnswers = this.#instruments.counter({
    name: 'gatehouse_gateway_business_answers_total',
    help: 'Accepted calls by operation and `data.code`, where the operation has one.',
    labels: ['operation', 'code'],
  });
  readonly #repeatedBodies = this.#instruments.counter({
    name: 'gatehouse_gateway_repeated_bodies_total',
    help: 'Calls of submits, quick scans and link generations whose key sent this process the same bytes before: retries, or captured calls.',
    labels: ['operation'],
  });
  readonly #clientsGone = this.#instruments.counter({
    name: 'gatehouse_gateway_clients_gone_total',
    help: 'Calls whose client did not wait for the answer.',
    labels: ['operation'],
  });
  readonly #connectionsDropped = this.#instruments.counter({
    name: 'gatehouse_connections_dropped_total',
    help: 'Connections closed at once because too many were open.',
  });
  readonly #executions = this.#instruments.counter({
    name: 'gatehouse_executions_settled_total',
    help: 'Segments of executions that this node committed, by the state they left: WAITING, COMPLETED or FAILED.',
    labels: ['state'],
  });
  readonly #executionSeconds = this.#instruments.durations({
    name: 'gatehouse_execution_duration_seconds',
    help: 'From the creation of an execution to its end without people, by how it ended: COMPLETED or FAILED; waiting for timers, retries and end users included.',
    labels: ['state'],
    buckets: executionBuckets,
  });
  readonly #webhookAttempts = this.#instruments.counter({
    name: 'gatehouse_webhook_attempts_total',
    help: 'Attempts at callers’ servers that this node made, by outcome (`succeeded`, `retry`, `spent`) and class of failure (`none` for a success).',
    labels: ['outcome', 'class'],
  });
  readonly #webhookSeconds = this.#instruments.durations({
    name: 'gatehouse_webhook_attempt_duration_seconds',
    help: 'One attempt at a caller’s server, from look-up to the last byte of its answer.',
  });
  readonly #abandoned = this.#instruments.counter({
    name: 'gatehouse_work_given_up_total',
    help: 'Work that this node ended as failed because each process that took it died, by queue: `execution`, `hook`, `requested` or `message`.',
    labels: ['queue'],
  });
  readonly #scans = this.#instruments.counter({
    name: 'gatehouse_quick_scans_settled_total',
    help: 'Quick scans that this node ended, by state: DONE or FAILED.',
    labels: ['state'],
  });
  readonly #screeningSeconds = this.#instruments.durations({
    name: 'gatehouse_screening_duration_seconds',
    help: 'One screening of a subject with its aliases against all chosen engines, waiting for a thread included.',
  });
  readonly #screeningFailures = this.#instruments.counter({
    name: 'gatehouse_screening_failures_total',
    help: 'Screenings that ended without an answer.',
  });
  readonly #monitoringRuns = this.#instruments.counter({
    name: 'gatehouse_monitoring_runs_total',
    help: 'Runs of continuous monitoring that this node ended, by state: DONE or FAILED.',
    labels: ['state'],
  });
  readonly #monitoringSeconds = this.#instruments.durations({
    name: 'gatehouse_monitoring_run_duration_seconds',
    help: 'One run of continuous monitoring, from its taking by this node to its end.',
  });
  readonly #listLoadFailures = this.#instruments.counter({
    name: 'gatehouse_list_load_failures_total',
    help: 'Loads of the lists that were refused; the active lists stayed.',
  });
  readonly #replicaReads = this.#instruments.counter({
    name: 'gatehouse_replica_reads_total',
    help: 'Reads that a replica may answer, by outcome: `replica` answered, or the primary did because the replica was `unusable`, `behind` what the reader had seen or written, or failed (`repeated`).',
    labels: ['outcome'],
  });
  readonly #uploads = this.#instruments.counter({
    name: 'gatehouse_uploads_total',
    help: 'Uploads by form (`multipart`, `json`) and apiCode; `none` for a client that left before its answer.',
    labels: ['form', 'api_code'],
  });
  readonly #uploadedBytes = this.#instruments.counter({
    name: 'gatehouse_uploaded_bytes_total',
    help: 'Bytes of accepted files.',
  });
  readonly #uploadSeconds = this.#instruments.durations({
    name: 'gatehouse_upload_duration_seconds',
    help: 'From the end of an upload’s headers to its answer, the way of its bytes included.',
  });
  readonly #listCheckFailures = this.#instruments.counter({
    name: 'gatehouse_list_check_failures_total',
    help: 'Looks of this node for a new version of a list that failed.',
    labels: ['source'],
  });
  readonly #listVersionsRefused = this.#instruments.counter({
    name: 'gatehouse_list_versions_refused_total',
    help: 'New versions of a list that this node refused: empty, damaged, or beyond the bounds of its source.',
    labels: ['source'],
  });
  readonly #processMetrics: ProcessMetrics;

  constructor(version: string) {
    this.#instruments
      .gauge({
        name: 'gatehouse_build_info',
        help: 'Always 1; the label tells the version.',
        labels: ['version'],
      })
      .set({ version }, 1);
    this.#defineSampled();
    defineStoreMetrics(this.#instruments, {
      store: async () => this.#sources && withTimeout(this.#sources.store()),
      freeBytes: async () => this.#sources && withTimeout(this.#sources.freeBytes()),
    });
    this.#defineReplicaMetrics();
    this.#defineListMetrics();
    this.#defineFeedMetrics();
    this.#processMetrics = new ProcessMetrics(this.#instruments);
    this.#startAtZero();
  }

  /** What can happen, so that the first time is an increase from 0: Prometheus sees none where a series begins at 1. */
  expect({ operations, queues, failureClasses }: ExpectedLabels): void {
    for (const operation of operations) {
      for (const code of ['200', '999000', '999403']) this.#calls.inc({ operation, api_code: code }, 0);
    }
    for (const queue of queues) this.#abandoned.inc({ queue }, 0);
    for (const name of failureClasses) this.#webhookAttempts.inc({ outcome: 'spent', class: name }, 0);
  }

  /** Whom to ask at a scrape; before that the metrics asked for are left out. */
  watch(sources: MetricSources): void {
    this.#sources = sources;
  }

  call({ operation = 'unknown', apiCode, businessCode, ms, repeated, clientGone }: CallObservation): void {
    if (repeated) this.#repeatedBodies.inc({ operation });
    this.#calls.inc({ operation, api_code: apiCode ?? 'none' });
    this.#callSeconds.observe({ operation }, ms / 1000);
    if (businessCode !== undefined) this.#businessAnswers.inc({ operation, code: businessCode });
    if (clientGone) this.#clientsGone.inc({ operation });
  }

  connectionDropped(): void {
    this.#connectionsDropped.inc();
  }

  /** `ms`: since the execution was created. */
  executionStopped(state: string, ms: number): void {
    this.#executions.inc({ state });
    if (state === 'COMPLETED' || state === 'FAILED') this.#executionSeconds.observe({ state }, ms / 1000);
  }

  webhookAttempt({ outcome, failureClass, ms }: AttemptObservation): void {
    this.#webhookAttempts.inc({ outcome, class: failureClass ?? 'none' });
    if (ms !== null) this.#webhookSeconds.observe(ms / 1000);
  }

  abandoned(queue: string): void {
    this.#abandoned.inc({ queue });
  }

  /** A read that a replica may answer, by who answered it or why not. */
  replicaRead(outcome: string): void {
    this.#replicaReads.inc({ outcome });
  }

  scanFinished(state: string): void {
    this.#scans.inc({ state });
  }

  monitored({ state, ms }: { readonly state: string; readonly ms: number }): void {
    this.#monitoringRuns.inc({ state });
    this.#monitoringSeconds.observe(ms / 1000);
  }

  screened({ ms, ok }: { readonly ms: number; readonly ok: boolean }): void {
    if (ok) this.#screeningSeconds.observe(ms / 1000);
    else this.#screeningFailures.inc();
  }

  upload({ form, apiCode, ms, bytes }: UploadObservation): void {
    this.#uploads.inc({ form, api_code: apiCode ?? 'none' });
    this.#uploadSeconds.observe(ms / 1000);
    if (bytes > 0) this.#uploadedBytes.inc(bytes);
  }

  listLoadFailed(): void {
    this.#listLoadFailures.inc();
  }

  listTrouble(kind: 'failed' | 'refused', source: string): void {
    const counter = kind === 'failed' ? this.#listCheckFailures : this.#listVersionsRefused;
    counter.inc({ source });
  }

  /** Everything in the text format of Prometheus. */
  text(): Promise<{ readonly contentType: string; readonly body: string }> {
    return this.#instruments.text();
  }

  /** Every instrument, for the docs. */
  facts(): readonly InstrumentFacts[] {
    return this.#instruments.facts();
  }

  /** Ends the measuring of the event loop. */
  close(): void {
    this.#processMetrics.close();
  }

  #startAtZero(): void {
    for (const state of ['WAITING', 'COMPLETED', 'FAILED']) this.#executions.inc({ state }, 0);
    for (const counter of [this.#scans, this.#monitoringRuns]) {
      for (const state of ['DONE', 'FAILED']) counter.inc({ state }, 0);
    }
    for (const form of ['multipart', 'json']) this.#uploads.inc({ form, api_code: '999402' }, 0);
  }

  #defineSampled(): void {
    const databaseUp = this.#instruments.gauge({
      name: 'gatehouse_database_up',
      help: 'Whether the store answered this scrape within 2 seconds: 1 or 0.',
    });
    const jobsPending = this.#instruments.gauge({
      name: 'gatehouse_jobs_pending',
      help: 'Jobs of the whole deployment that are still to be done, now or later, by queue.',
      labels: ['queue'],
    });
    const connections = this.#instruments.gauge({
      name: 'gatehouse_connections',
      help: 'Open connections of the public listener.',
    });
    const monitored = this.#instruments.gauge({
      name: 'gatehouse_monitored_customers',
      help: 'Monitored customers that this node holds in memory.',
    });
    this.#instruments.beforeScrape(async () => {
      if (this.#sources === undefined) return;
      monitored.set(this.#sources.monitoredCustomers());
      const [pending, open] = await Promise.all([
        withTimeout(this.#sources.jobsPending()),
        withTimeout(this.#sources.connections()),
      ]);
      databaseUp.set(pending === undefined ? 0 : 1);
      jobsPending.reset();
      for (const [queue, count] of Object.entries(pending ?? {})) jobsPending.set({ queue }, count);
      if (open !== undefined) connections.set(open);
    });
  }

  #defineReplicaMetrics(): void {
    const usable = this.#instruments.gauge({
      name: 'gatehouse_replica_usable',
      help: 'Whether the read replica answers reads of this node: 1 or 0; absent without a replica.',
      labels: [],
    });
    const lag = this.#instruments.gauge({
      name: 'gatehouse_replica_lag_seconds',
      help: 'At most so old is what the read replica shows, as this node knows; absent where it does not know.',
      labels: [],
    });
    this.#instruments.beforeScrape(() => {
      usable.reset();
      lag.reset();
      const sample = this.#sources?.replica();
      if (sample === undefined) return;
      usable.set(sample.isUsable ? 1 : 0);
      if (sample.lagMs !== undefined) lag.set(sample.lagMs / 1000);
    });
  }

  #defineListMetrics(): void {
    const ofSource = (name: string, help: string) =>
      this.#instruments.gauge({ name, help, labels: ['source'] });
    const age = ofSource(
      'gatehouse_list_age_days',
      'Whole days since the publisher’s date of the active list.',
    );
    const entries = ofSource('gatehouse_list_entries', 'Entries of the active list.');
    const rejected = ofSource(
      'gatehouse_list_rejected_records',
      'Records of the publisher’s files that could not be read.',
    );
    const checkedAge = ofSource(
      'gatehouse_list_checked_age_seconds',
      'Seconds since the last look at the publisher, or change of the folder, that ended well.',
    );
    const failing = ofSource('gatehouse_list_check_failures', 'Looks that failed since the last good one.');
    const stale = ofSource(
      'gatehouse_list_stale',
      '1 when no look ended well for longer than the source’s staleAfterDays, else 0.',
    );
    const refused = ofSource(
      'gatehouse_list_refused',
      '1 while the newest version is refused and waits for an operator, else 0.',
    );
    const behind = ofSource(
      'gatehouse_list_behind_seconds',
      'For how long a node of the deployment has screened against another version than the active one; 0 while none does.',
    );
    const activation = this.#instruments.gauge({
      name: 'gatehouse_list_generation',
      help: 'Number of the last activation of a list that this node screens with; the same on every node that is up to date.',
    });
    this.#instruments.beforeScrape(() => {
      for (const gauge of [checkedAge, failing, stale, refused, behind]) gauge.reset();
      const sequence = this.#sources?.lastListActivation();
      // Before its first list a node lags behind nobody.
      if (sequence === undefined) activation.remove();
      else activation.set(sequence);
      for (const sample of this.#sources?.listSources() ?? []) {
        const { source, checkedAt, failures, isStale, behindSeconds, refused: waits } = sample;
        behind.set({ source }, behindSeconds ?? 0);
        if (checkedAt !== null) checkedAge.set({ source }, (Date.now() - Date.parse(checkedAt)) / 1000);
        failing.set({ source }, failures);
        stale.set({ source }, isStale ? 1 : 0);
        refused.set({ source }, waits === null ? 0 : 1);
      }
    });
    this.#instruments.beforeScrape(() => {
      for (const gauge of [age, entries, rejected]) gauge.reset();
      for (const list of this.#sources?.lists() ?? []) {
        const { source } = list;
        age.set({ source }, list.ageDays);
        entries.set({ source }, list.entries);
        rejected.set({ source }, list.rejected.count);
      }
    });
  }

  #defineFeedMetrics(): void {
    const ofFeed = (name: string, help: string) => this.#instruments.gauge({ name, help, labels: ['feed'] });
    const age = ofFeed(
      'gatehouse_feed_age_seconds',
      'Since the feed was last read well or told to be unchanged; absent before the first time.',
    );
    const items = ofFeed('gatehouse_feed_items', 'News of the feed that is kept.');
    const failures = ofFeed(
      'gatehouse_feed_failures',
      'Looks at the feed that failed since it was last read well.',
    );
    this.#instruments.beforeScrape(async () => {
      const feeds = this.#sources && (await withTimeout(this.#sources.feeds()));
      for (const gauge of [age, items, failures]) gauge.reset();
      for (const feed of feeds ?? []) {
        const labels = { feed: feed.url };
        if (feed.loadedAt !== null) age.set(labels, (Date.now() - feed.loadedAt.getTime()) / 1000);
        items.set(labels, feed.items);
        failures.set(labels, feed.failures);
      }
    });
  }
}

/** The answer, or undefined when there is none in time. */
async function withTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), sampleTimeoutMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
