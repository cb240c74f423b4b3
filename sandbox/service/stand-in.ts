import { addComment } from './audience/comments.ts';
import { addVisit } from './audience/visits.ts';
import { createCalls } from './calls.ts';
import { creditsLeft, fillPurses } from './making/purse.ts';
import { settleAll } from './making/settle.ts';
import { createRules } from './misbehaviour/rules.ts';
import type { Controls, ServiceStandIn, ServiceStandInOptions } from './options.ts';
import { type Running, serve } from './serve.ts';
import type { Doc, Workspace } from './store/records.ts';

export type { ServiceStandIn, ServiceStandInOptions } from './options.ts';

/** A stand-in for the document generation service: its API, its doc pages and its export files, on this machine. */
export function createServiceStandIn(options: ServiceStandInOptions): ServiceStandIn {
  const calls = createCalls();
  const rules = createRules();
  let running: Running | undefined;

  function service() {
    if (!running) throw new Error('The service stand-in is not running');
    return running.service;
  }

  function workspace(id?: string): Workspace {
    const { workspaces } = service().store;
    const found = id === undefined ? workspaces.values().next().value : workspaces.get(id);
    if (!found) throw new Error(`The service stand-in has no workspace ${id}`);
    return found;
  }

  function doc(idOrSlug: string): Doc {
    settleAll(service());
    const found = [...service().store.docs.values()].find(({ id, slug }) => [id, slug].includes(idOrSlug));
    if (!found) throw new Error(`The service stand-in has no doc ${idOrSlug}`);
    return found;
  }

  const controls: Controls = {
    misbehave: rules.add,
    behave: rules.clear,
    calls: calls.all,
    clearCalls: calls.clear,
    credits(id, person) {
      settleAll(service());
      return creditsLeft(workspace(id), person);
    },
    setCredits(amount, id, person) {
      settleAll(service());
      fillPurses(workspace(id), amount, person);
      service().store.changed();
    },
    finishNow(jobId) {
      const { generations, images, edits } = service().store;
      const job = generations.get(jobId) ?? images.get(jobId) ?? edits.get(jobId);
      if (!job) throw new Error(`The service stand-in has no generation, image or edit ${jobId}`);
      job.readyAt = Math.min(job.readyAt, options.clock.now());
      delete job.mishap.neverEnds;
    },
    comment: (id, comment = {}) => addComment(service(), doc(id), comment),
    visit: (id, visit = {}) => addVisit(service(), doc(id), visit),
    setAnalyticsScope(id, scope) {
      doc(id).analyticsScope = scope;
      service().store.changed();
    },
  };

  return {
    ...controls,
    async start() {
      if (running) throw new Error('The service stand-in is running already');
      running = await serve(options, { rules, calls });
    },
    async stop() {
      const stopping = running;
      running = undefined;
      await stopping?.close();
    },
    get baseUrl() {
      return service().urls.site;
    },
    get filesUrl() {
      return service().urls.files;
    },
    picturesOf: (bytes) => service().drawn.picturesOf(bytes),
    get docs() {
      settleAll(service());
      return [...service().store.docs.values()];
    },
    get workspaces() {
      return [...service().store.workspaces.values()];
    },
  };
}
