import {
  type Attributes,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanStart, Tracer } from './tracing.ts';

interface TracesSettings {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is elsewhere: the receiver's address, to which `/v1/traces` is added. */
  readonly url: string;
  /** Which share of the traces that begin here is kept; a caller's trace is kept if the caller keeps it. */
  readonly ratio: number;
  readonly version: string;
  /** This run of the process. */
  readonly nodeId: string;
}

const closeTimeoutMs = 3_000;

/** Loaded only where traces are sent: the library costs a start half a second. */
export function openTracer({ url, ratio, version, nodeId }: TracesSettings): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'gatehouse',
      'service.version': version,
      'service.instance.id': nodeId,
    }),
    sampler: new ParentBasedSampler({
      root: ratio >= 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('gatehouse', version);
  return {
    start: (name, { kind, parent, attributes }: SpanStart = {}) => {
      const context = contextOf(parent);
      const span = tracer.startSpan(
        name,
        { kind: spanKinds[kind ?? 'internal'], attributes: attributes as Attributes },
        context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end: ({ attributes: further, isFailed } = {}) => {
          if (!span.isRecording()) return;
          if (further !== undefined) span.setAttributes(further as Attributes);
          if (isFailed === true) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: async () => {
      const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

const spanKinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** W3C Trace Context: all-zero ids and version ff are no context, and version 00 has nothing further. */
function contextOf(traceparent: string | null | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags, rest] = traceparentPattern.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
