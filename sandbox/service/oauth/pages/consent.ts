import type { Account, Workspace } from '../accounts.ts';
import { covers } from '../scopes.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';

export interface ConsentQuestion {
  serviceName: string;
  clientName: string;
  account: Account;
  scopes: string[];
  /** Starts the same authorization again, to sign in with another account. */
  switchUrl: string;
}

/** Asks the user to choose a workspace and to allow or deny access. Says what is allowed and whose credits are spent. */
export function consentPage({
  serviceName,
  clientName,
  account,
  scopes,
  switchUrl,
}: ConsentQuestion): string {
  const full = covers(scopes, 'generate');
  return page(
    serviceName,
    `Allow ${clientName}`,
    html`<h1>Allow ${clientName} to work with your docs?</h1>
<form method="post">
${workspaceChoice(account.workspaces)}
${full ? fullAccess(clientName) : readAccess(clientName)}
<div class="actions">
<button class="yes" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
<p class="who"><span>Signed in as ${account.email}</span><a href="${switchUrl}">Not you?</a></p>`,
  );
}

function workspaceChoice(workspaces: Workspace[]): Html {
  return html`<fieldset class="choices">
<legend>${workspaces.length > 1 ? 'In which workspace?' : 'In this workspace'}</legend>${workspaces.map(
    ({ id, name }, index) =>
      html`<label class="choice"><input type="radio" name="workspace" value="${id}"${index === 0 ? html` checked` : ''}><span><b>${name}</b></span></label>`,
  )}
</fieldset>`;
}

function fullAccess(clientName: string): Html {
  return html`<p>${clientName} will be able to</p>
<ul>
<li>make and edit docs and images, and export them</li>
<li>read your themes, folders, templates and docs</li>
<li>archive and delete docs that you may delete</li>
</ul>
<p class="note">What it makes is paid with <b>credits of this workspace</b>, in your name.</p>`;
}

function readAccess(clientName: string): Html {
  return html`<p>${clientName} will be able to</p>
<ul>
<li>read titles, pictures, authors and dates of your docs</li>
<li class="not">not make, change or delete anything</li>
</ul>
<p class="note">No credits are spent.</p>`;
}
