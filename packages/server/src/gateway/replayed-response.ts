/** `data` of an earlier call under the same `Idempotency-Key`, which is answered again. */
export class ReplayedResponse<Data = unknown> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }
}
