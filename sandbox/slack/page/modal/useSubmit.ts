import { useState } from 'react';
import type { OpenView, SubmitResult, ViewState } from '../../protocol.ts';
import { useClient } from '../state/context.ts';

const TROUBLE = 'We had some trouble connecting. Try again?';

interface Faults {
  errors: Record<string, string>;
  /** The values with these errors. An error disappears as soon as its field is changed. */
  state: ViewState;
}

/** Submits a view. Keeps the errors of the stand-in's checks and of the app for the fields. */
export function useSubmit(open: OpenView, state: ViewState) {
  const client = useClient();
  const [isSubmitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({ errors: {}, state });

  const submit = async (): Promise<void> => {
    if (isSubmitting) return;
    setFailure(null);
    setSubmitting(true);
    const result = await client.api
      .submit({ user: client.me(), viewId: open.id, state })
      .catch((): SubmitResult => ({ ok: false, error: TROUBLE }));
    setSubmitting(false);
    setFaults({ errors: result.errors ?? {}, state });
    if (!result.ok && !result.errors) setFailure(sentence(result.error));
  };

  return { submit, isSubmitting, failure, errors: useStable(stillTrue(faults, state)) };
}

/** Slack's message for every failure, unless the stand-in has a better one. */
const sentence = (error: string | undefined): string => (error?.includes(' ') ? error : TROUBLE);

function stillTrue({ errors, state: then }: Faults, now: ViewState): Record<string, string> {
  const same = Object.entries(errors).filter(([blockId]) => then[blockId] === now[blockId]);
  return same.length === Object.keys(errors).length ? errors : Object.fromEntries(same);
}

/** Returns the same object while its content is the same, for effects that depend on it. */
function useStable(errors: Record<string, string>): Record<string, string> {
  const [kept, setKept] = useState(errors);
  if (kept === errors) return kept;
  const isSame = JSON.stringify(kept) === JSON.stringify(errors);
  if (!isSame) setKept(errors);
  return isSame ? kept : errors;
}
