import { Spinner } from '../parts/Spinner.tsx';

/** Shown until the workspace is loaded, or with an error if it cannot be. */
export function Splash({ failure }: { failure?: string }) {
  return (
    <main className="splash" aria-busy={!failure}>
      {failure ? (
        <>
          <h1>The workspace could not be opened</h1>
          <p>{failure}</p>
          <button type="button" className="button button-large" onClick={() => location.reload()}>
            Try again
          </button>
        </>
      ) : (
        <>
          <Spinner />
          <p>Opening the workspace…</p>
        </>
      )}
    </main>
  );
}
