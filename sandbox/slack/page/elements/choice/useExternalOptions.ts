import { useEffect, useEffectEvent, useState } from 'react';
import type { OptionsAnswer } from '../../state/api.ts';
import { type ChoiceGroup, toGroups } from './choice.ts';

/** Between the last key and the question, in ms. */
const PAUSE_MS = 150;
const FAILED = 'The options could not be loaded';

interface Found {
  /** undefined: nothing has been asked yet. */
  query?: string;
  groups: ChoiceGroup[];
  error?: string;
}

/** Asks the app for options while `isWanted`; an answer to what is no longer typed is dropped. */
export function useExternalOptions(
  ask: (query: string) => Promise<OptionsAnswer>,
  query: string,
  isWanted: boolean,
): { groups: ChoiceGroup[]; isLoading: boolean; error?: string } {
  const [found, setFound] = useState<Found>({ groups: [] });
  const fetch = useEffectEvent((text: string) => ask(text));

  useEffect(() => {
    if (!isWanted) return setFound({ groups: [] });
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const answer = await fetch(query).catch(() => ({ error: FAILED }) as OptionsAnswer);
        const error = answer.error ? FAILED : undefined;
        if (isCurrent) setFound({ query, error, groups: toGroups(answer) });
      },
      query === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, isWanted]);

  return { groups: found.groups, error: found.error, isLoading: isWanted && found.query !== query };
}
