import type { Ask } from '../../asks/schema.ts';
import { agentWork } from './agent.ts';
import { documentWork } from './document.ts';
import { editWork } from './edit.ts';
import { imageWork } from './image.ts';
import type { Work } from './work.ts';

type Kind = Ask['work']['kind'];

const works: Record<Kind, Work> = {
  document: documentWork,
  edit: editWork,
  agent: agentWork,
  image: imageWork,
};

export function workOf({ work }: { work: Kind }): Work {
  return works[work];
}
