import { accepted } from '@gatehouse/contract';

const acceptedStart = `{"apiCode":${accepted.apiCode},"apiMsg":"${accepted.apiMsg}","data":`;

/** The body of an accepted call whose `data` is JSON text already. */
export function acceptedText(json: string): string {
  return `${acceptedStart}${json}}`;
}
