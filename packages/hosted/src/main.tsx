import { render } from 'preact';
import { App } from './app.tsx';
import { FlowClient } from './flow/flow-client.ts';
import { FlowStore } from './flow/flow-store.ts';
import { takeLinkToken } from './flow/link-token.ts';

const linkToken = takeLinkToken() ?? '';
const store = new FlowStore((onConnection) => new FlowClient({ linkToken, onConnection }));
void store.open();
render(<App store={store} />, document.getElementById('root')!);
