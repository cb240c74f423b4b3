import { createAgentGeneration } from './agent/create.ts';
import { createEdit } from './agent/create-edit.ts';
import { readAgentGeneration } from './agent/read.ts';
import { readEdit } from './agent/read-edit.ts';
import { readCardAnalytics } from './analytics/cards.ts';
import { readAnalytics } from './analytics/overview.ts';
import { readViewer } from './analytics/viewer.ts';
import { listViewers } from './analytics/viewers.ts';
import { createGeneration } from './creating/create.ts';
import { createFromTemplate } from './creating/create-from-template.ts';
import { readGeneration } from './creating/read.ts';
import { archiveDoc } from './docs/archive.ts';
import { listComments } from './docs/comments.ts';
import { deleteDoc } from './docs/delete.ts';
import { readDoc } from './docs/read.ts';
import { searchDocs } from './docs/search.ts';
import { createExport } from './exports/create.ts';
import { readExport } from './exports/read.ts';
import { createImage } from './images/create.ts';
import { readImage } from './images/read.ts';
import { listFolders } from './lists/folders.ts';
import { searchTemplates } from './lists/templates.ts';
import { listThemes } from './lists/themes.ts';
import { readMe } from './me.ts';
import type { Route } from './route.ts';

/** The routes below `/v1.0`. Literal paths come before paths with `{…}` that match them too. */
export const routes: readonly Route[] = [
  createGeneration,
  createFromTemplate,
  readGeneration,
  listThemes,
  listFolders,
  searchTemplates,
  createExport,
  readExport,
  searchDocs,
  readDoc,
  archiveDoc,
  deleteDoc,
  listComments,
  readAnalytics,
  readCardAnalytics,
  listViewers,
  readViewer,
  createImage,
  readImage,
  createAgentGeneration,
  readAgentGeneration,
  createEdit,
  readEdit,
  readMe,
];
