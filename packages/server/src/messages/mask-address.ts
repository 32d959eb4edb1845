import type { MessageChannel } from './message-content.ts';

const hidden = '•••';

/** An address that its owner recognises and nobody else can use: `a•••@example.test`, `+49•••23`. */
export function maskAddress(channel: MessageChannel, address: string): string {
  if (channel === 'sms') return `${address.slice(0, 3)}${hidden}${address.slice(-2)}`;
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}${hidden}${address.slice(at)}`;
}
