import './link.css';
import type { CardPlace, PanelShown } from '../../protocol.ts';
import { CloseIcon } from '../parts/icons.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import { useClient } from '../state/context.ts';
import { CardBlocks } from './LinkCard.tsx';

/** What Slack says for an error of the app. */
const WORDS: Record<string, string> = {
  restricted: 'You don’t have access to this item.',
  not_found: 'This item can’t be found.',
  timeout: 'This is taking too long. Close it and try again.',
};
const OTHERWISE = 'There was an issue and we couldn’t display this item.';

/** The panel of a link's card, which only this person sees. */
export function PanelPane({ panel: { place, shown } }: { panel: { place: CardPlace; shown?: PanelShown } }) {
  const client = useClient();
  return (
    <aside className="thread-pane panel-pane" aria-label="Details" data-testid="panel">
      <header className="pane-header">
        <h2>Details</h2>
        <span className="pane-about" />
        <button type="button" className="icon-button" aria-label="Close details" onClick={client.closePanel}>
          <CloseIcon />
        </button>
      </header>
      <div className="panel-body scrolls">
        {!shown && <Spinner />}
        {shown && 'error' in shown && <p className="panel-error">{WORDS[shown.error] ?? OTHERWISE}</p>}
        {shown && 'card' in shown && (
          <>
            <h3>
              <a href={shown.card.url} target="_blank" rel="noopener noreferrer">
                {shown.card.title}
              </a>
            </h3>
            <CardBlocks card={shown.card} container={{ panel: place }} />
          </>
        )}
      </div>
    </aside>
  );
}
