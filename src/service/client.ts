import { type ExportCalls, exportCalls } from './exports.ts';
import { type FolderCalls, folderCalls } from './folders.ts';
import { type GenerationCalls, generationCalls } from './generations.ts';
import { type CallerOptions, createCaller } from './http/caller.ts';
import { type TemplateCalls, templateCalls } from './templates.ts';
import { type ThemeCalls, themeCalls } from './themes.ts';

export type { Authorization } from './authorization.ts';

export type ServiceClientOptions = CallerOptions;

/** Every call of the service, each described at its resource. Errors are the classes in errors/. */
export interface ServiceClient extends GenerationCalls, ThemeCalls, FolderCalls, TemplateCalls, ExportCalls {}

/** A client speaking for one connection. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const call = createCaller(options);
  return {
    ...generationCalls(call),
    ...themeCalls(call, options.log),
    ...folderCalls(call, options.log),
    ...templateCalls(call),
    ...exportCalls(call),
  };
}
