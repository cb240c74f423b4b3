import type { Account } from '../accounts.ts';
import { html } from './html.ts';
import { initials, page } from './layout.ts';

/** Renders the sign-in page: a click on an account signs in. */
export function signInPage(serviceName: string, clientName: string, accounts: Account[]): string {
  return page(
    serviceName,
    'Sign in',
    html`<h1>Who is signing in?</h1>
<p class="soft">to continue to ${clientName}</p>
<form method="post">
<div class="choices">${accounts.map(
      (account) =>
        html`<button class="choice" name="account" value="${account.id}">
<span class="avatar" aria-hidden="true">${initials(account.name)}</span>
<span><b>${account.name}</b><small>${account.email}</small></span>
</button>`,
    )}</div>
</form>`,
  );
}
