import {
  type Branding,
  type FieldFault,
  type FlowProblemCode,
  type FlowView,
  flowProblems,
} from '@gatehouse/contract';

interface FlowRefusalDetails {
  readonly field?: string;
  readonly reason?: string;
  readonly view?: FlowView;
  readonly branding?: Branding;
  readonly faults?: readonly FieldFault[];
  readonly attemptsLeft?: number;
  readonly retryAfterSeconds?: number;
}

/** A refusal of the flow interface; becomes a response in one place. */
export class FlowRefusal extends Error {
  readonly code: FlowProblemCode;
  readonly details: FlowRefusalDetails;

  constructor(code: FlowProblemCode, details: FlowRefusalDetails = {}) {
    super(flowProblems[code].meaning);
    this.name = 'FlowRefusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return flowProblems[this.code].status;
  }

  body(): Readonly<Record<string, unknown>> {
    const { retryAfterSeconds, ...stated } = this.details;
    return {
      code: this.code,
      ...stated,
      ...(retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) }),
    };
  }
}
