import { createCalls } from './calls.ts';
import { settleAll } from './making/settle.ts';
import { createRules } from './misbehaviour/rules.ts';
import type { Controls, ServiceStandIn, ServiceStandInOptions } from './options.ts';
import { type Running, serve } from './serve.ts';
import type { Workspace } from './store/records.ts';

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

  const controls: Controls = {
    misbehave: rules.add,
    behave: rules.clear,
    calls: calls.all,
    clearCalls: calls.clear,
    credits(id) {
      settleAll(service());
      return workspace(id).credits;
    },
    setCredits(amount, id) {
      workspace(id).credits = amount;
      service().store.changed();
    },
    finishNow(generationId) {
      const generation = service().store.generations.get(generationId);
      if (!generation) throw new Error(`The service stand-in has no generation ${generationId}`);
      generation.readyAt = Math.min(generation.readyAt, options.clock.now());
      delete generation.mishap.neverEnds;
    },
  };

  return {
    ...controls,
    async start() {
      if (running) throw new Error('The service stand-in is running already');
      running = await serve(options, { rules, calls, controls });
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
    get workspaces() {
      return [...service().store.workspaces.values()];
    },
  };
}
