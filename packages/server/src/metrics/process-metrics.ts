import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Counter } from 'prom-client';
import type { Instruments } from './instruments.ts';

const nanosecondsPerSecond = 1e9;
/** Milliseconds between the timer's looks; short beside what a client would notice. */
const delayResolutionMs = 10;

/**
 * Metrics of the process under the names that dashboards know. The library's own set cannot be stopped, and
 * walks every open connection at each scrape.
 */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution: delayResolutionMs });

  constructor(instruments: Instruments) {
    this.#delay.enable();
    defineProcessor(instruments);
    defineMemory(instruments);
    this.#defineEventLoop(instruments);
    instruments
      .gauge({ name: 'process_start_time_seconds', help: 'When the process started, in seconds since 1970.' })
      .set(performance.timeOrigin / 1000);
    const openFiles = instruments.gauge({
      name: 'process_open_fds',
      help: 'Open file descriptors; Linux only.',
    });
    instruments.beforeScrape(async () => {
      // The folder itself is open while it is read.
      const open = await readdir('/proc/self/fd').catch(() => undefined);
      if (open !== undefined) openFiles.set(open.length - 1);
    });
  }

  close(): void {
    this.#delay.disable();
  }

  #defineEventLoop(instruments: Instruments): void {
    const delay = instruments.gauge({
      name: 'nodejs_eventloop_delay_seconds',
      help: 'By how much timers of the main thread came late since the last scrape: quantiles 0.5, 0.99 and 1 (the longest).',
      labels: ['quantile'],
    });
    const busy = instruments.counter({
      name: 'nodejs_eventloop_busy_seconds_total',
      help: 'Seconds that the main thread worked; its rate is the share of time in which it was busy.',
    });
    instruments.beforeScrape(() => {
      const seconds = (percentile: number) =>
        Math.max(0, this.#delay.percentile(percentile) / nanosecondsPerSecond - delayResolutionMs / 1000);
      delay.set({ quantile: '0.5' }, seconds(50));
      delay.set({ quantile: '0.99' }, seconds(99));
      delay.set({ quantile: '1' }, seconds(100));
      this.#delay.reset();
      setTotal(busy, performance.eventLoopUtilization().active / 1000);
    });
  }
}

function defineProcessor(instruments: Instruments): void {
  const user = instruments.counter({
    name: 'process_cpu_user_seconds_total',
    help: 'Processor seconds in the program, all threads.',
  });
  const system = instruments.counter({
    name: 'process_cpu_system_seconds_total',
    help: 'Processor seconds in the system, all threads.',
  });
  instruments.beforeScrape(() => {
    const usage = process.cpuUsage();
    setTotal(user, usage.user / 1e6);
    setTotal(system, usage.system / 1e6);
  });
}

function defineMemory(instruments: Instruments): void {
  const resident = instruments.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process that is in RAM.',
  });
  const heapUsed = instruments.gauge({
    name: 'nodejs_heap_used_bytes',
    help: 'Used part of the main thread’s heap.',
  });
  const external = instruments.gauge({
    name: 'nodejs_external_memory_bytes',
    help: 'Memory outside the heap that the main thread’s objects hold.',
  });
  instruments.beforeScrape(() => {
    const memory = process.memoryUsage();
    resident.set(memory.rss);
    heapUsed.set(memory.heapUsed);
    external.set(memory.external);
  });
}

/** For a counter that something else counts. */
function setTotal(counter: Counter, total: number): void {
  counter.reset();
  counter.inc(total);
}
