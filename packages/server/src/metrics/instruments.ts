import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type InstrumentType = 'counter' | 'gauge' | 'histogram';

/** One metric as the page of the docs tells it. */
export interface InstrumentFacts {
  readonly name: string;
  readonly type: InstrumentType;
  readonly labels: readonly string[];
  readonly help: string;
}

interface Definition<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** Every label has few values: never a tenant, a key, an id or anything that a client chose. */
  readonly labels?: readonly Label[];
}

/** Seconds: from an answer out of memory to the longest timeout of an operation. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The instruments of one app, in a registry of their own so that several apps can live in one process. */
export class Instruments {
  readonly #registry = new Registry();
  readonly #facts: InstrumentFacts[] = [];
  readonly #samplers: (() => void | Promise<void>)[] = [];

  counter<Label extends string = never>(definition: Definition<Label>): Counter<Label> {
    return new Counter(this.#settings('counter', definition));
  }

  gauge<Label extends string = never>(definition: Definition<Label>): Gauge<Label> {
    return new Gauge(this.#settings('gauge', definition));
  }

  /** Durations in seconds. */
  durations<Label extends string = never>(
    definition: Definition<Label> & { readonly buckets?: readonly number[] },
  ): Histogram<Label> {
    const { buckets = durationBuckets } = definition;
    return new Histogram({ ...this.#settings('histogram', definition), buckets: [...buckets] });
  }

  /** Every instrument, in the order in which they were made. */
  facts(): readonly InstrumentFacts[] {
    return this.#facts;
  }

  /** Adds what reads, at each scrape, the metrics that nobody tells by himself; it must not reject. */
  beforeScrape(sample: () => void | Promise<void>): void {
    this.#samplers.push(sample);
  }

  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    // The library would write one instrument while another one's sampling still sets it.
    for (const sample of this.#samplers) await sample();
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #settings<Label extends string>(type: InstrumentType, { name, help, labels = [] }: Definition<Label>) {
    this.#facts.push({ name, type, labels, help });
    return { name, help, labelNames: [...labels], registers: [this.#registry] };
  }
}
