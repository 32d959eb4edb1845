import { render } from 'preact';
import { App } from './app.tsx';
import { fetchAfter, takeBegunExchange } from './flow/begun-exchange.ts';
import { FlowClient } from './flow/flow-client.ts';
import { FlowStore } from './flow/flow-store.ts';
import { takeLinkToken } from './flow/link-token.ts';
import { chooseLanguage, languages } from './messages/languages.ts';

const linkToken = takeLinkToken() ?? '';
const fetch = fetchAfter(takeBegunExchange(window), (...call) => globalThis.fetch(...call));
const store = new FlowStore((onConnection) => new FlowClient({ linkToken, onConnection, fetch }));
void store.open();
// The texts come side by side with the session, not only when the first thing is drawn.
languages[chooseLanguage(navigator.languages)].load().catch(() => {});
render(<App store={store} />, document.getElementById('root')!);
