import { json } from '../http/answer.ts';
import { route } from './route.ts';

/** GET /me: returns the caller's name, e-mail address and workspace. */
export const readMe = route({
  method: 'GET',
  path: '/me',
  scope: 'doc:read',
  handle(call, service) {
    const workspace = service.store.workspaces.get(call.principal.workspaceId);
    const me = workspace?.members.find(({ id }) => id === call.principal.personId);
    return json({ email: me?.email, displayName: me?.name, workspaceName: workspace?.name });
  },
});
