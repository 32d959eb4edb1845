import { actions } from './actions.ts';
import { audit } from './audit.ts';
import { entities } from './entities.ts';
import { format } from './format.ts';
import { frame } from './frame.ts';
import { hits } from './hits.ts';
import { identity } from './identity.ts';
import { keys } from './keys.ts';
import { labels } from './labels.ts';
import { lists } from './lists.ts';
import { ownership } from './ownership.ts';
import { session } from './session.ts';
import { tenants } from './tenants.ts';
import { terms } from './terms.ts';
import { ui } from './ui.ts';
import { usage } from './usage.ts';
import { watchlist } from './watchlist.ts';
import { webhooks } from './webhooks.ts';

/** All texts of the console in English. */
export const texts = {
  actions,
  audit,
  entities,
  format,
  frame,
  hits,
  identity,
  keys,
  labels,
  lists,
  ownership,
  session,
  tenants,
  terms,
  ui,
  usage,
  watchlist,
  webhooks,
};
