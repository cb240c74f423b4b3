import { z } from 'zod';
import { lenient, sentence } from '../service/routes/answer.ts';
import type { Who } from './connection.ts';
import type { OAuthHttp } from './oauth-http.ts';

/** Milliseconds. The answer is only nice to have, and somebody is waiting. */
const PATIENCE = 5_000;

/** Not in the interface, and not everywhere (field notes, `GET /me`). */
const me = z.object({
  email: lenient(sentence),
  displayName: lenient(sentence),
  workspaceName: lenient(sentence),
});

/** Whose credentials these are, where the service tells. */
export async function whoIs(
  http: OAuthHttp,
  baseUrl: string,
  credentials: Record<string, string>,
): Promise<Who | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await http.request(`${baseUrl}/v1.0/me`, { headers: credentials, signal });
    if (!response.ok) return void (await response.body?.cancel());
    const { email, displayName: name, workspaceName: workspace } = me.parse(await response.json());
    return { ...(email && { email }), ...(name && { name }), ...(workspace && { workspace }) };
  } catch {
    return undefined;
  }
}
