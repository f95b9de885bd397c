import { useEffect, useState } from 'react';
import { navigate } from '../../parts/router.tsx';
import { useShellWords } from '../language.tsx';
import { takeLinkToken } from '../link-token.ts';
import { enterByLink } from '../session.ts';
import { Shell } from './shell.tsx';

/** The request for each token. React may run an effect twice, but the service accepts a token only once. */
const sent = new Map<string, Promise<void>>();

/**
 * The console of the sandbox opens this address. The token is in the fragment of the address, so that no log contains
 * it.
 */
export function EnterPage() {
  const words = useShellWords();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const token = takeLinkToken();
    const entering = sent.get(token) ?? enterByLink({ token });
    sent.set(token, entering);
    entering.then(
      () => {
        history.replaceState(null, '', '/hotel');
        navigate('/hotel');
      },
      () => setFailed(true),
    );
  }, []);
  return (
    <Shell path="/hotel/enter">
      {failed ? (
        <div role="alert" className="empty">
          <h1>{words.enter.failed}</h1>
          <p>{words.enter.next}</p>
          <a href="/console" className="primary large">
            {words.back}
          </a>
        </div>
      ) : (
        <p className="hint">{words.enter.opening}</p>
      )}
    </Shell>
  );
}
