import { createGeneration } from './creating/create.ts';
import { createFromTemplate } from './creating/create-from-template.ts';
import { readGeneration } from './creating/read.ts';
import { createExport } from './exports/create.ts';
import { readExport } from './exports/read.ts';
import { listFolders } from './lists/folders.ts';
import { searchTemplates } from './lists/templates.ts';
import { listThemes } from './lists/themes.ts';
import type { Route } from './route.ts';

/** All of the API, one row for each route below `/v1.0`. A literal path stands before one with `{…}` in its place. */
export const routes: readonly Route[] = [
  createGeneration,
  createFromTemplate,
  readGeneration,
  listThemes,
  listFolders,
  searchTemplates,
  createExport,
  readExport,
];
