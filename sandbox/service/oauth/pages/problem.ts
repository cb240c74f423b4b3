import { html } from './html.ts';
import { page } from './layout.ts';

/** Renders an error that cannot be sent to the client: unknown client, unregistered redirect URI, expired page. */
export function problemPage(serviceName: string, error: string, description?: string): string {
  return page(
    serviceName,
    'Sign-in failed',
    html`<h1>This sign-in failed</h1>
<p>${description ? sentence(description) : 'The request was not understood.'}</p>
<p class="soft">Go back to the app that sent you here and start again.</p>
<p class="soft"><code>${error}</code></p>`,
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
