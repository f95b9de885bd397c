import { useState } from 'react';
import type { InvitedView, ProofBody, StaffLine } from '../../../../src/http/hotel-page/hotel-api.ts';
import { callApi } from '../api.ts';
import { instantText } from '../dates.ts';
import { useRest } from '../use-rest.ts';
import type { AccountWords } from '../words/account-en.ts';
import { InvitationLink } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { ListState } from './list-state.tsx';
import { Outcome } from './parts.tsx';
import { ProofDialog } from './proof.tsx';
import { useList } from './use-list.ts';
import { useSending } from './use-sending.ts';
import { useSpeech } from './words.ts';

/** The actions for which the person must enter the password again. */
type ProvenVerb = 'invite' | 'resume' | 'agree' | 'delete';

/** The accounts of the hotel, for managers. */
export function Staff() {
  const speech = useSpeech();
  const { words } = speech;
  const list = useList<StaffLine>('/staff');
  const sending = useSending();
  const [invited, setInvited] = useState<InvitedView | null>(null);
  const isResting = useRest((list.lines ?? []).map(({ id, status }) => `${id} ${status}`).join(' '));
  const isBusy = sending.isSending || isResting;
  const [isInviting, setInviting] = useState(false);
  const [asking, setAsking] = useState<{ verb: ProvenVerb; one: StaffLine } | null>(null);
  const suspend = async ({ id, name }: StaffLine) => {
    await sending.run(() => callApi(`/staff/${id}/suspend`, { body: {} }), words.staff.suspended(name));
    await list.load();
  };
  /**
   * Sends an action with the password. The result is shown above the list, because the dialog closes after a success.
   */
  const prove = async (verb: ProvenVerb, { id, name }: StaffLine, body: ProofBody) => {
    const response = await callApi<unknown>(`/staff/${id}/${verb}`, { body });
    if (verb === 'invite') setInvited(response as InvitedView);
    else void sending.run(async () => {}, words.staff.proven[verb].done(name));
    await list.load();
  };
  return (
    <>
      {invited !== null && (
        <InvitationLink key={invited.url} invited={invited} onDone={() => setInvited(null)} />
      )}
      <Outcome sending={sending} speech={speech} />
      <ListState list={list} speech={speech} />
      <ul className="account-lines">
        {(list.lines ?? []).map((one) => (
          <li key={one.id}>
            <Person one={one} />
            {!one.is_you && (
              <span className="account-actions">
                {one.status === 'SUSPENDED' ? (
                  <>
                    <button
                      type="button"
                      aria-label={words.staff.resumeOf(one.name)}
                      disabled={isBusy}
                      onClick={() => setAsking({ verb: 'resume', one })}
                    >
                      {words.staff.resume}
                    </button>
                    <button
                      type="button"
                      aria-label={words.staff.proven.delete.title(one.name)}
                      disabled={isBusy}
                      onClick={() => setAsking({ verb: 'delete', one })}
                    >
                      {words.staff.remove}
                    </button>
                  </>
                ) : (
                  <>
                    <button
                      type="button"
                      aria-label={words.staff.newLinkOf(one.name)}
                      disabled={isBusy}
                      onClick={() => setAsking({ verb: 'invite', one })}
                    >
                      {words.staff.newLink}
                    </button>
                    <button
                      type="button"
                      aria-label={words.staff.suspendOf(one.name)}
                      disabled={isBusy}
                      onClick={() => void suspend(one)}
                    >
                      {words.staff.suspend}
                    </button>
                    {one.asked !== null && !one.asked.by_you && (
                      <button
                        type="button"
                        aria-label={words.staff.proven.agree.title(one.name)}
                        disabled={isBusy}
                        onClick={() => setAsking({ verb: 'agree', one })}
                      >
                        {words.staff.agree}
                      </button>
                    )}
                  </>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {asking !== null && (
        <ProofDialog
          title={words.staff.proven[asking.verb].title(asking.one.name)}
          note={noteOf(asking.verb, asking.one, words)}
          submit={words.staff.proven[asking.verb].submit}
          send={(proof) => prove(asking.verb, asking.one, proof)}
          onClose={() => setAsking(null)}
        />
      )}
      <p className="hint">{words.staff.newLinkNote}</p>
      {isInviting ? (
        <InviteForm
          onInvited={(view) => {
            setInvited(view);
            setInviting(false);
            void list.load();
          }}
          onCancel={() => setInviting(false)}
        />
      ) : (
        <button type="button" className="primary" onClick={() => setInviting(true)}>
          {words.staff.invite}
        </button>
      )}
    </>
  );
}

function noteOf(verb: ProvenVerb, { name, has_totp, asked }: StaffLine, { staff }: AccountWords): string {
  if (verb === 'agree') return staff.proven.agree.note(name, asked?.by ?? '');
  const note = staff.proven[verb].note(name);
  return verb === 'invite' && has_totp ? `${note} ${staff.keepsCodes(name)}` : note;
}

function Person({
  one: { name, email, role, status, has_totp, used_at, is_you, asked },
}: {
  one: StaffLine;
}) {
  const { words, shell } = useSpeech();
  const facts = [
    shell.roles[role],
    words.staff.status[status],
    ...(has_totp ? [words.staff.withCode] : []),
    used_at === null ? words.staff.never : words.staff.used(instantText(used_at, shell)),
    ...(asked === null ? [] : [words.staff.asked(asked.by)]),
  ];
  return (
    <span className="account-line">
      <strong>
        <bdi>{name}</bdi> {is_you && <em>{words.staff.you}</em>}
      </strong>
      <small>
        <bdi>{email}</bdi>
      </small>
      <small className={status === 'SUSPENDED' ? 'bad' : undefined}>{facts.join(`${shell.comma} `)}</small>
    </span>
  );
}
