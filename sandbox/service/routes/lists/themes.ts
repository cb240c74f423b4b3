import { themes } from '../../engine/engine.ts';
import { json } from '../../http/answer.ts';
import { route } from '../route.ts';
import { page } from './page.ts';
import { pageQuery } from './schemas.ts';

/** GET /themes: lists the standard themes and the workspace's own. */
export const listThemes = route({
  method: 'GET',
  path: '/themes',
  scope: 'generate',
  query: pageQuery,
  handle: (call) => {
    const { data, ...rest } = page('themes', themes, call.query);
    const shown = data.map(({ id, name, type, colorKeywords, toneKeywords }) => ({
      id,
      name,
      type,
      colorKeywords,
      toneKeywords,
    }));
    return json({ data: shown, ...rest });
  },
});
