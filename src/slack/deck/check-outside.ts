import type { WebClient } from '@slack/web-api';
import { within } from '../../clock.ts';
import { PROMPT_LIMIT } from '../../service/options.ts';
import { SourceProblem } from '../../sources/problem.ts';
import type { SlackContext } from '../bolt/context.ts';
import { connectionFault } from '../connection/connection-words.ts';
import { presenceFault, presenceIn } from '../kit/presence.ts';
import { threadProblem } from '../thread/thread-problem.ts';
import type { FieldErrors } from './check.ts';
import { fields } from './fields.ts';
import type { DeckForm } from './form.ts';

/** Slack waits 3 s for the answer to a submission; the ask has to be written down after this. */
const CHECK_WITHIN_MS = 1800;

type Asker = { team: string; person: string; client: WebClient };

/**
 * What is wrong with a form in the light of the world: the connection, the theme, the channel, the file.
 * Whatever cannot be told in time counts as right; the generation finds out later, and says so.
 */
export async function checkOutside(form: DeckForm, asker: Asker, slack: SlackContext): Promise<FieldErrors> {
  const checks = [checkConnection, checkTheme, checkChannel, checkFile, checkThread];
  const errors = await Promise.all(
    checks.map((check) =>
      within(slack.clock, CHECK_WITHIN_MS, (signal) => check(form, asker, slack, signal), {}).catch(
        (error) => {
          slack.log.warn(
            { team: asker.team, check: check.name, err: error },
            'A check of the form could not be made',
          );
          return {};
        },
      ),
    ),
  );
  return Object.assign({}, ...errors);
}

type Check = (form: DeckForm, asker: Asker, slack: SlackContext, signal: AbortSignal) => Promise<FieldErrors>;

const checkConnection: Check = async (_form, { team }, slack) => {
  return at(fields.prompt, connectionFault(await slack.connectionState(team), slack));
};

const checkTheme: Check = async ({ theme }, { team }, { catalogue }) => {
  const isGone = theme && (await catalogue.themeStatus(team, theme)) === 'gone';
  return at(fields.theme, isGone && 'This theme no longer exists. Choose another one, or leave it empty.');
};

const checkChannel: Check = async ({ channel }, { client }) => {
  return at(fields.channel, channel && presenceFault(await presenceIn(client, channel), channel));
};

const checkFile: Check = async ({ file }, { team }, { readFile }, signal) => {
  if (!file) return {};
  const fault = await readFile(team, file.id, signal).then(textFault, (error) => {
    if (signal.aborted) throw error;
    return 'Deckhand could not read this file. Attach it again, or paste its text into the prompt.';
  });
  return at(fields.file, fault);
};

/** What the form says about the thread proves nothing: may this person use it? Collecting asks once more. */
const checkThread: Check = async ({ source }, { team, person }, slack) => {
  if (!source) return {};
  const problem = await slack.threads.check({ team, person }, source).then(() => undefined, asProblem);
  return at(fields.prompt, problem && threadProblem(problem.reason, source, slack));
};

function asProblem(error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error;
  throw error;
}

function at(field: string, fault: string | false | undefined): FieldErrors {
  return fault ? { [field]: fault } : {};
}

function textFault(text: string): string | undefined {
  if (text.trim() === '') return 'There is no text in this file.';
  if (text.includes('\0'))
    return 'This file holds something else than text. Save it as plain text and attach that.';
  if (text.length <= PROMPT_LIMIT) return undefined;
  const [has, fit] = [text.length, PROMPT_LIMIT].map((value) => value.toLocaleString('en-US'));
  return `This file has ${has} characters; ${fit} fit. Shorten it, or part it into several.`;
}
