import type { LiveEvent } from '@gatehouse/contract';
import type { Browser } from './console.ts';
import type { TestService } from './service.ts';

export interface LiveMessage {
  readonly id: string;
  readonly data: LiveEvent;
}

/** A browser's line of changes in the domain `retail`; it is open until somebody hangs up. */
export async function listen(service: TestService, who: Browser, lastEventId?: string) {
  const ending = new AbortController();
  const response = await fetch(`${service.app.consoleUrl}/api/domains/retail/events`, {
    headers: {
      cookie: who.cookie ?? '',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: ending.signal,
  });
  const events = eventsOf(response);
  return {
    response,
    next: async () => (await events.next()).value as LiveMessage,
    /** The first event that tells of it, and everything on the way. */
    until: async (kind: string, id: string): Promise<LiveMessage[]> => {
      const heard: LiveMessage[] = [];
      for (;;) {
        const { value, done } = await events.next();
        if (done) throw new Error(`the answer ended before ${kind} ${id} was told: ${JSON.stringify(heard)}`);
        heard.push(value);
        if (value.data.objects.some((object) => object.kind === kind && object.id === id)) return heard;
      }
    },
    hangUp: () => ending.abort(),
  };
}

/** Events of an answer, as browsers take them apart. */
async function* eventsOf(response: Response): AsyncGenerator<LiveMessage> {
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: ?/s, 2) as [string, string]),
      );
      const data = text.slice(0, end).match(/^data: (.*)$/m)?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield { id: fields.get('id')!, data: JSON.parse(data) as LiveEvent };
    }
  }
}
