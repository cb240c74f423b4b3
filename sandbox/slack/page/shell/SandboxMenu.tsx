import { useState } from 'react';
import { formatDate } from '../mrkdwn/dates.ts';
import { ChevronDownIcon } from '../parts/icons.tsx';
import { MenuButton } from '../parts/Menu.tsx';
import { useClient, useNow, useWorkspace } from '../state/context.ts';

const SPANS = [
  { key: 'hour', label: 'Let an hour pass', hours: 1 },
  { key: 'day', label: 'Let a day pass', hours: 24 },
  { key: 'week', label: 'Let a week pass', hours: 7 * 24 },
];

/** The sandbox's menu: moves its clock forward, if the clock allows it, and has links to its other pages. */
export function SandboxMenu() {
  const client = useClient();
  const { clock, me, links } = useWorkspace();
  const now = useNow();
  const [isPassing, setPassing] = useState(false);
  if (!clock.canHurry && links.length === 0) return <span className="sandbox-mark">Sandbox</span>;

  const letPass = async (hours: number): Promise<void> => {
    setPassing(true);
    try {
      const stoppedAt = await client.letPass(hours);
      if (stoppedAt)
        client.tell(
          `Time stopped ${formatDate('{date_long} at {time}', stoppedAt, me.tz, stoppedAt)}: the app had something to do. Let more pass when you have seen it.`,
        );
    } catch {
      client.tell('Time could not be moved on. Is the sandbox running?');
    }
    setPassing(false);
  };
  const spans = SPANS.map(({ hours, ...span }) => ({ ...span, onSelect: () => void letPass(hours) }));
  const pages = links.map(({ url, ...link }) => ({
    ...link,
    key: url,
    onSelect: () => void window.open(url, '_blank', 'noopener'),
  }));
  return (
    <MenuButton
      name={isPassing ? 'Time passes…' : 'Sandbox'}
      menuName="Sandbox"
      className="sandbox-mark"
      isBusy={isPassing}
      sections={[
        {
          key: 'clock',
          heading: `It is ${formatDate('{date_long} {time}', now, me.tz, now)}`,
          items: clock.canHurry ? spans : [],
        },
        { key: 'pages', items: pages },
      ]}
    >
      {isPassing ? 'Time passes…' : 'Sandbox'}
      <ChevronDownIcon />
    </MenuButton>
  );
}
