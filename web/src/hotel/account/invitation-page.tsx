import { type FormEvent, useEffect, useState } from 'react';
import type {
  AcceptInvitationBody,
  InvitationView,
  SessionView,
} from '../../../../src/http/hotel-page/hotel-api.ts';
import { Link, navigate } from '../../parts/router.tsx';
import { ApiError, callApi } from '../api.ts';
import { codeOf } from '../code-of.ts';
import { instantText } from '../dates.ts';
import { nameIn, useLanguage } from '../language.tsx';
import { takeLinkToken } from '../link-token.ts';
import { beginSession } from '../session.ts';
import '../../styles/hotel-account.css';
import { Check } from '../check.tsx';
import { Outcome, TextField } from './parts.tsx';
import { useSending } from './use-sending.ts';
import { problemText, useSpeech } from './words.ts';

/**
 * The page of an invitation, with the address `/hotel/invitation#token`. Browsers do not send the part after `#` to a
 * server, so no log contains the token.
 */
export function InvitationPage() {
  const speech = useSpeech();
  const { words, shell } = speech;
  const [token] = useState(takeLinkToken);
  const [invitation, setInvitation] = useState<InvitationView | null>(null);
  const [error, setError] = useState<unknown>(null);
  const open = () => {
    setError(null);
    callApi<InvitationView>('/invitations/open', { body: { token }, asAnybody: true }).then(
      setInvitation,
      setError,
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each token.
  useEffect(() => {
    if (token !== '') open();
  }, [token]);
  if (invitation !== null) return <AcceptForm invitation={invitation} token={token} />;
  const isNotValid = token === '' || (error instanceof ApiError && error.code === 'LINK_NOT_VALID');
  return (
    <div className="account invitation">
      <h1>{words.invitation.title}</h1>
      {isNotValid ? (
        <div role="alert">
          <p className="bad">{token === '' ? words.invitation.missing : words.invitation.notValid}</p>
          <p>{words.invitation.askManager}</p>
          <Link href="/hotel" className="primary">
            {words.invitation.toSignIn}
          </Link>
        </div>
      ) : error !== null ? (
        <div role="alert">
          <p className="bad">{problemText(error, speech)}</p>
          <button type="button" className="primary" onClick={open}>
            {shell.tryAgain}
          </button>
        </div>
      ) : (
        <p className="hint">{words.invitation.opening}</p>
      )}
    </div>
  );
}

function AcceptForm({ invitation, token }: { invitation: InvitationView; token: string }) {
  const speech = useSpeech();
  const { words, shell } = speech;
  const { language } = useLanguage();
  const sending = useSending();
  const [name, setName] = useState(invitation.name);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isShown, setShown] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body: AcceptInvitationBody = {
      ...{ token, name: name.trim(), password },
      ...(invitation.needs_code && { code: codeOf(code) }),
    };
    const accept = async () =>
      beginSession(await callApi<SessionView>('/invitations/accept', { body, asAnybody: true }));
    if (await sending.run(accept)) navigate('/hotel');
  };
  return (
    <form onSubmit={submit} className="account invitation account-form">
      <h1>{words.invitation.title}</h1>
      <p>{words.invitation.from(nameIn(language, invitation.hotel))}</p>
      <dl>
        <div>
          <dt>{words.role}</dt>
          <dd>
            {shell.roles[invitation.role]}
            {shell.comma} {words.staff.what[invitation.role]}
          </dd>
        </div>
        <div>
          <dt>{words.email}</dt>
          <dd>
            <bdi>{invitation.email}</bdi>
          </dd>
        </div>
      </dl>
      {/* Password managers store the password under the e-mail address in this field. */}
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
      <TextField label={words.invitation.yourName} value={name} onChange={setName} autoComplete="name" />
      <TextField
        label={words.invitation.password}
        note={words.password.rules}
        value={password}
        onChange={setPassword}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
      />
      <Check label={shell.signIn.show} checked={isShown} onChange={setShown} />
      {invitation.needs_code && (
        <TextField
          label={shell.signIn.code}
          note={words.invitation.codeNote}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      <Outcome
        sending={sending}
        speech={speech}
        own={{
          LINK_NOT_VALID: `${words.invitation.notValid} ${words.invitation.askManager}`,
          SIGN_IN_REFUSED: words.totp.wrongCode,
        }}
      />
      <button type="submit" className="primary" disabled={sending.isSending}>
        {sending.isSending ? words.invitation.working : words.invitation.submit}
      </button>
      <p className="hint">{words.invitation.until(instantText(invitation.expires_at, shell))}</p>
    </form>
  );
}
