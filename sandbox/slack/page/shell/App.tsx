import { useEffect, useState } from 'react';
import { AskProvider } from '../modal/Ask.tsx';
import type { Client } from '../state/client.ts';
import { ClientContext, useModel } from '../state/context.ts';
import { Shell } from './Shell.tsx';
import { Splash } from './Splash.tsx';

export function App({ client }: { client: Client }) {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    client.start().catch((error: Error) => setFailure(error.message));
  }, [client]);
  return (
    <ClientContext value={client}>
      <AskProvider>{failure ? <Splash failure={failure} /> : <Loaded />}</AskProvider>
    </ClientContext>
  );
}

function Loaded() {
  const isLoaded = useModel(({ workspace }) => workspace !== null);
  return isLoaded ? <Shell /> : <Splash />;
}
