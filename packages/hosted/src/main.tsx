import { render } from 'preact';
import { App } from './app.tsx';
import { Drafts } from './flow/drafts.ts';
import { FlowClient, type FlowClientOptions } from './flow/flow-client.ts';
import { FlowStore } from './flow/flow-store.ts';
import { consumeLinkToken } from './flow/link-token.ts';
import { notifyFrame } from './flow/notify-frame.ts';
import { consumeSessionPrefetch, fetchAfter } from './flow/session-prefetch.ts';
import { chooseLanguage, languages } from './messages/languages.ts';

const linkToken = consumeLinkToken() ?? '';
const fetch = fetchAfter(consumeSessionPrefetch(window), (...call) => globalThis.fetch(...call));
const makeClient = (onConnection: FlowClientOptions['onConnection']) =>
  new FlowClient({ linkToken, onConnection, fetch });
const store = new FlowStore(makeClient, new Drafts(linkToken));
if (window.parent !== window) notifyFrame(store, window.parent);
void store.open();
// The texts come side by side with the session, not only when the first thing is drawn.
languages[chooseLanguage(navigator.languages)].load().catch(() => {});
render(<App store={store} />, document.getElementById('root')!);
