import { type AgentCalls, agentCalls } from './agent.ts';
import { type AnalyticsCalls, analyticsCalls } from './analytics.ts';
import { type CommentCalls, commentCalls } from './comments.ts';
import { type DocCalls, docCalls } from './docs.ts';
import { type ExportCalls, exportCalls } from './exports.ts';
import { type FolderCalls, folderCalls } from './folders.ts';
import { type GenerationCalls, generationCalls } from './generations.ts';
import { type CallerOptions, createCaller } from './http/caller.ts';
import { type ImageCalls, imageCalls } from './images.ts';
import { type MeCalls, meCalls } from './me.ts';
import { type TemplateCalls, templateCalls } from './templates.ts';
import { type ThemeCalls, themeCalls } from './themes.ts';

export type ServiceClientOptions = CallerOptions;

/** Every call of the service, each described at its resource. What they throw is in errors/. */
export interface ServiceClient
  extends GenerationCalls,
    ThemeCalls,
    FolderCalls,
    TemplateCalls,
    ExportCalls,
    DocCalls,
    CommentCalls,
    AnalyticsCalls,
    ImageCalls,
    AgentCalls,
    MeCalls {}

/** A client that speaks for one connection. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const call = createCaller(options);
  return {
    ...generationCalls(call),
    ...themeCalls(call, options.log),
    ...folderCalls(call, options.log),
    ...templateCalls(call),
    ...exportCalls(call),
    ...docCalls(call),
    ...commentCalls(call),
    ...analyticsCalls(call),
    ...imageCalls(call),
    ...agentCalls(call),
    ...meCalls(call),
  };
}
