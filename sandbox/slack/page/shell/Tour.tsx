import './tour.css';
import { useId } from 'react';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { CheckIcon, ChevronDownIcon, ChevronRightIcon, CloseIcon } from '../parts/icons.tsx';
import { useWorkspace } from '../state/context.ts';
import { useFlag } from '../state/flag.ts';

/** What to try first; ticked as it is done. It can be folded up, and put away for good. */
export function Tour() {
  const { tour } = useWorkspace();
  const id = useId();
  const [isOpen, setOpen] = useFlag('tour.open', true);
  const [isWanted, setWanted] = useFlag('tour.wanted', true);
  if (!isWanted || tour.length === 0) return null;
  const done = tour.filter((step) => step.done).length;
  // What is still to be tried comes first.
  const steps = tour.toSorted((one, other) => Number(one.done) - Number(other.done));
  return (
    <section className="tour" aria-labelledby={id}>
      <header>
        <button type="button" id={id} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />} What to try first
        </button>
        <span className="tour-count">
          {done} of {tour.length}
        </span>
        <button type="button" aria-label="Put away what to try first" onClick={() => setWanted(false)}>
          <CloseIcon />
        </button>
      </header>
      {isOpen && (
        <ol className="scrolls">
          {steps.map((step) => (
            <li key={step.id} className={step.done ? 'is-done' : ''}>
              <span className="tour-tick">{step.done && <CheckIcon />}</span>
              <span>
                <Mrkdwn text={step.text} />
                {step.done && <span className="visually-hidden"> (done)</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
