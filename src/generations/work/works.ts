import type { Ask } from '../../asks/schema.ts';
import type { FileKind } from '../delivery/delivery.ts';
import type { Generation } from '../generation.ts';
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

/** The file that stands below the card in the end, if there is to be one. */
export function fileOf(generation: Generation): FileKind | undefined {
  return workOf(generation).file?.() ?? generation.exportAs;
}
