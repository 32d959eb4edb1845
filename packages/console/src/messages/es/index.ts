import { actions } from './actions.ts';
import { audit } from './audit.ts';
import { format } from './format.ts';
import { identity } from './identity.ts';
import { keys } from './keys.ts';
import { labels } from './labels.ts';
import { lists } from './lists.ts';
import { session } from './session.ts';
import { tenants } from './tenants.ts';
import { terms } from './terms.ts';
import { usage } from './usage.ts';
import { watchlist } from './watchlist.ts';

/** All texts of the console in Spanish. */
export const texts = {
  actions,
  audit,
  format,
  identity,
  keys,
  labels,
  lists,
  session,
  tenants,
  terms,
  usage,
  watchlist,
};
