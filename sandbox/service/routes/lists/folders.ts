import { json } from '../../http/answer.ts';
import { route } from '../route.ts';
import { page } from './page.ts';
import { pageQuery } from './schemas.ts';

/** GET /folders: lists the folders of the caller. */
export const listFolders = route({
  method: 'GET',
  path: '/folders',
  scope: 'generate',
  query: pageQuery,
  handle(call, service) {
    const { workspaceId, personId } = call.principal;
    const folders = service.store.workspaces.get(workspaceId)?.folders ?? [];
    const theirs = folders.filter(({ people }) => people.includes(personId));
    const { data, ...rest } = page(`folders ${workspaceId} ${personId}`, theirs, call.query);
    return json({ data: data.map(({ id, name }) => ({ id, name })), ...rest });
  },
});
