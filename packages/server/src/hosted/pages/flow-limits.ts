import type { IncomingMessage } from 'node:http';
import { CallLimit, type ClientLimitSettings, createClientLimit, GatewayError } from '../../gateway/index.ts';
import { FlowRefusal } from '../steps/index.ts';

/** Bounds of the hosted interface; each is far above what pages need, and far below what hurts. */
const bounds = {
  session: { calls: 240, seconds: 60 },
  /** Parts of files of one session: 150 MB in a minute. */
  parts: { calls: 600, seconds: 60 },
  /** Many people may share an address. */
  address: { calls: 3_000, seconds: 60 },
} as const;

/** Counts calls by address and session, and those that found no link or session, as the gateway counts its refused ones. */
export class FlowLimits {
  readonly #refused: ReturnType<typeof createClientLimit>;
  readonly #session = new CallLimit(bounds.session);
  readonly #parts = new CallLimit(bounds.parts);
  readonly #address = new CallLimit(bounds.address);

  constructor(settings: ClientLimitSettings) {
    this.#refused = createClientLimit(settings);
  }

  /** Before anything is looked up. */
  async checkAddress(request: IncomingMessage, client: string): Promise<void> {
    try {
      this.#refused.check(request);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      throw new FlowRefusal('TOO_MANY_CALLS', { retryAfterSeconds: error.retryAfterSeconds ?? 1 });
    }
    refuseOver(await this.#address.count(client));
  }

  /** A token that is none was tried. */
  countRefused(request: IncomingMessage): void {
    this.#refused.countFailure(request);
  }

  async checkSession(sessionId: string, what: 'call' | 'part'): Promise<void> {
    refuseOver(await (what === 'part' ? this.#parts : this.#session).count(sessionId));
  }
}

function refuseOver(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds !== undefined) throw new FlowRefusal('TOO_MANY_CALLS', { retryAfterSeconds });
}
