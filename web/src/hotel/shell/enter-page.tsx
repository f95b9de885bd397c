import { useEffect, useState } from 'react';
import { navigate } from '../../parts/router.tsx';
import { useShellWords } from '../language.tsx';
import { takeLinkToken } from '../link-token.ts';
import { enterByLink } from '../session.ts';
import { Shell } from './shell.tsx';

/** The requests by token. React may run an effect twice, but a token can be sent only once. */
const sent = new Map<string, Promise<void>>();

/** The sandbox console opens this address. The token is in the fragment, so that no log contains it. */
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
