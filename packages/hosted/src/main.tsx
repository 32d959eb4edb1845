import { render } from 'preact';
import { App } from './app.tsx';
import { fetchAfter, takeBegunExchange } from './flow/begun-exchange.ts';
import { Drafts } from './flow/drafts.ts';
import { FlowClient, type FlowClientOptions } from './flow/flow-client.ts';
import { FlowStore } from './flow/flow-store.ts';
import { takeLinkToken } from './flow/link-token.ts';
import { tellFrame } from './flow/tell-frame.ts';
import { chooseLanguage, languages } from './messages/languages.ts';

const linkToken = takeLinkToken() ?? '';
const fetch = fetchAfter(takeBegunExchange(window), (...call) => globalThis.fetch(...call));
const makeClient = (onConnection: FlowClientOptions['onConnection']) =>
  new FlowClient({ linkToken, onConnection, fetch });
const store = new FlowStore(makeClient, new Drafts(linkToken));
if (window.parent !== window) tellFrame(store, window.parent);
void store.open();
// The texts come side by side with the session, not only when the first thing is drawn.
languages[chooseLanguage(navigator.languages)].load().catch(() => {});
render(<App store={store} />, document.getElementById('root')!);
