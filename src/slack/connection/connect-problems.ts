import type { ConnectFailure } from '../../connections/failures.ts';
import type { Words } from '../kit/parts.ts';
import { atStart, oneLine } from '../kit/text.ts';

/** Why an API key was not kept, as plain text for its field. */
export function keyProblem({ problem, detail }: ConnectFailure, { serviceName }: Words): string {
  const service = atStart(serviceName);
  if (problem === 'unavailable') {
    return `${service} does not answer, so the key could not be tried. Nothing was changed; try again in a moment.`;
  }
  const said = detail ? ` It says: “${oneLine(detail).slice(0, 300)}”` : '';
  return `${service} does not take this key. Nothing was changed.${said}`;
}

export const ONLY_ADMINS = 'Only a Slack admin can do this. Nothing was changed.';
