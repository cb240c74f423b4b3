import '@fontsource/lato/400.css';
import '@fontsource/lato/400-italic.css';
import '@fontsource/lato/700.css';
import '@fontsource/lato/900.css';
import '@fontsource/noto-emoji/400.css';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './shell/App.tsx';
import { browserAddress } from './state/address.ts';
import { createApi } from './state/api.ts';
import { createClient } from './state/client.ts';
import { emptyModel } from './state/model.ts';
import { reduce } from './state/reduce.ts';
import { createStore } from './state/store.ts';
import { listen } from './state/stream.ts';
import { startTheme } from './state/theme.ts';

startTheme();
const address = browserAddress();
const client = createClient({
  store: createStore(reduce, emptyModel(address.place())),
  api: createApi(fetch.bind(globalThis)),
  address,
  listen,
  isNarrow: () => matchMedia('(max-width: 760px)').matches,
  isVisible: () => document.visibilityState === 'visible',
});
document.addEventListener('visibilitychange', client.markRead);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} />);
