import { html } from './html.ts';
import { page } from './layout.ts';

/** For requests that cannot be sent back to a client: an unknown client, a redirect URI that is not registered, a stale page. */
export function problemPage(serviceName: string, error: string, description?: string): string {
  return page(
    serviceName,
    'Cannot go on',
    html`<h1>This sign-in cannot go on</h1>
<p>${description ? sentence(description) : 'The request was not understood.'}</p>
<p class="soft">Go back to the app that sent you here and begin again.</p>
<p class="soft"><code>${error}</code></p>`,
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
