import { sentences } from '@gatehouse/contract/sentences/zh';
import { actions } from './actions.ts';
import { audit } from './audit.ts';
import { casePage } from './case.ts';
import { cases } from './cases.ts';
import { charts } from './charts.ts';
import { customers } from './customers.ts';
import { documents } from './documents.ts';
import { entities } from './entities.ts';
import { erasure } from './erasure.ts';
import { executions } from './executions.ts';
import { expressions } from './expressions.ts';
import { findings } from './findings.ts';
import { formFields } from './form-fields.ts';
import { format } from './format.ts';
import { frame } from './frame.ts';
import { hits } from './hits.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { labels } from './labels.ts';
import { lists } from './lists.ts';
import { nodeFields } from './node-fields.ts';
import { nodes } from './nodes.ts';
import { ownership } from './ownership.ts';
import { parts } from './parts.ts';
import { problems } from './problems.ts';
import { refusals } from './refusals.ts';
import { retention } from './retention.ts';
import { rules } from './rules.ts';
import { scans } from './scans.ts';
import { session } from './session.ts';
import { tenants } from './tenants.ts';
import { terms } from './terms.ts';
import { ui } from './ui.ts';
import { usage } from './usage.ts';
import { watchlist } from './watchlist.ts';
import { webhooks } from './webhooks.ts';
import { workflows } from './workflows.ts';

/** All texts of the console in Chinese. */
export const texts = {
  actions,
  audit,
  charts,
  customers,
  entities,
  erasure,
  executions,
  expressions,
  findings,
  documents,
  case: casePage,
  cases,
  formFields,
  format,
  frame,
  hits,
  home,
  identity,
  labels,
  lists,
  ownership,
  retention,
  scans,
  sentences,
  parts,
  problems,
  refusals,
  rules,
  nodeFields,
  nodes,
  session,
  tenants,
  terms,
  ui,
  usage,
  watchlist,
  webhooks,
  workflows,
};
