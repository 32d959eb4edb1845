import { describe, expect, it } from 'vitest';
import { followedWallets } from './followed-wallets.ts';

const wallet = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
const other = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';

const workflow = (config: object) =>
  ({ nodes: [{ id: 'lists', type: 'screening', engines: {}, ...config }] }) as never;

describe('followedWallets', () => {
  it('takes the fields of data that subjects have as wallets, each address once', () => {
    const subjects = [
      { wallet: 'data.from' },
      { wallet: ' data.to ' },
      { wallet: "data.to + ''", name: 'data.x' },
    ];
    const data = { from: `bitcoin:${wallet}`, to: other.toUpperCase().replace('0X', '0x'), x: wallet };
    expect(followedWallets(workflow({ subjects }), data)).toEqual([wallet, other]);
    expect(followedWallets(workflow({ subject: { wallet: 'data.to' } }), { to: wallet })).toEqual([wallet]);
    expect(followedWallets(workflow({ subjects }), { from: wallet, to: wallet })).toEqual([wallet]);
  });

  it('takes the field called wallet where a node has no subjects', () => {
    expect(followedWallets(workflow({}), { wallet, to: other })).toEqual([wallet]);
    expect(followedWallets(workflow({ subjectsFrom: 'x.owners' }), { wallet })).toEqual([]);
  });

  it('takes nothing that is no address', () => {
    for (const value of ['short', '', 5, null, undefined, 'x'.repeat(40)]) {
      expect(followedWallets(workflow({}), { wallet: value })).toEqual([]);
    }
  });
});
