import type { Ask } from '../../asks/schema.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { StepContext } from '../context.ts';
import type { FileKind } from '../delivery/delivery.ts';
import type { Failure, Generation } from '../generation.ts';
import type { Policy } from '../waits-and-limits.ts';

/**
 * A kind of work that the service does for minutes: all in which it differs from the others. The road is one for all of
 * them (runner.ts, steps/): submitted once, followed, delivered.
 */
export interface Work {
  /** The one call that spends credits. @param text as collecting has read it */
  submit(client: ServiceClient, ask: Ask, text: string): Promise<Submitted>;
  /** @param id as `submit` gave it */
  poll(client: ServiceClient, id: string, signal: AbortSignal): Promise<WorkStatus>;
  limits(policy: Policy): Limits;
  /** The file that is delivered, where the ask does not decide that. */
  file?(): FileKind;
  /** Whether the finished work answers with the link to its file, maybe a minute or two later; else it is asked for. */
  bringsLink(generation: Generation): boolean;
  /** The link, asked for anew where `poll` did not bring it. */
  link(
    generation: Generation,
    client: ServiceClient,
    context: StepContext,
    signal: AbortSignal,
  ): Promise<Link>;
  /** An error that is a definite refusal here, where it would be an unknown outcome elsewhere. */
  isRefusal?(error: unknown): boolean;
  /** Why it is not sent yet, though the service has not said so: our own work goes first. */
  turn?(generation: Generation, context: StepContext): Promise<Wait | undefined>;
  /** The wait after a refusal that will pass; undefined where it is a failure like any other. */
  waitAfter?(
    error: unknown,
    generation: Generation,
    ask: Ask,
    context: StepContext,
  ): Promise<Wait | undefined>;
}

export interface Submitted {
  id: string;
  /** Said by the service: something asked for was dropped. */
  warnings?: string | undefined;
}

/** Milliseconds. */
export interface Limits {
  /** After this the person is asked whether to go on. */
  follow: number;
  /** How long a create that was certainly not carried out is tried again. */
  submitRetry: number;
}

/** Where the file is, a secret; or why there is none. */
export type Link =
  /** `ending`: of the file's name, where its kind does not say it. */
  { url: string; ending?: string } | { failure: Failure };

interface Credits {
  deducted?: number | undefined;
  remaining?: number | undefined;
}

export type WorkStatus =
  | { status: 'pending' }
  | {
      status: 'failed';
      error: { message: string; statusCode?: number | undefined };
      /** The service's own word on whether asking again may help; undefined where it has none. */
      retryable?: boolean | undefined;
      credits?: Credits | undefined;
    }
  | {
      status: 'completed';
      docId?: string | undefined;
      docUrl?: string | undefined;
      title?: string | undefined;
      /** The link to the file: a secret. */
      exportUrl?: string | undefined;
      credits?: Credits | undefined;
    };

/** Why something has not been sent to the service yet, for the person who waits. */
export type Wait =
  /** The service has said that it is busy. */
  | { for: 'service' }
  /** Another change of the same document is under way. */
  | { for: 'other_change' }
  /** As many as the service takes at once are under way; so many wait before this one. */
  | { for: 'turn'; underWay: number; ahead: number };
