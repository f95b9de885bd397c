import { useState } from 'react';
import type { InvitedView, StaffLine } from '../../../../src/api/hotel/hotel-api.ts';
import { callApi } from '../api.ts';
import { instantText } from '../dates.ts';
import { InvitationLink } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { ListState } from './list-state.tsx';
import { Outcome } from './parts.tsx';
import { useList } from './use-list.ts';
import { useSending } from './use-sending.ts';
import { useSpeech } from './words.ts';

/** The people of the hotel, for managers. */
export function Staff() {
  const speech = useSpeech();
  const { words } = speech;
  const list = useList<StaffLine>('/staff');
  const sending = useSending();
  const [invited, setInvited] = useState<InvitedView | null>(null);
  const [isInviting, setInviting] = useState(false);
  const act = async ({ id, name }: StaffLine, verb: 'suspend' | 'resume') => {
    const text = verb === 'suspend' ? words.staff.suspended(name) : words.staff.resumed(name);
    await sending.run(() => callApi(`/staff/${id}/${verb}`, { method: 'POST', body: {} }), text);
    await list.load();
  };
  const renew = async ({ id }: StaffLine) => {
    await sending.run(async () =>
      setInvited(await callApi<InvitedView>(`/staff/${id}/invite`, { body: {} })),
    );
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
                  <button
                    type="button"
                    aria-label={words.staff.resumeOf(one.name)}
                    disabled={sending.isSending}
                    onClick={() => void act(one, 'resume')}
                  >
                    {words.staff.resume}
                  </button>
                ) : (
                  <>
                    <button
                      type="button"
                      aria-label={words.staff.newLinkOf(one.name)}
                      disabled={sending.isSending}
                      onClick={() => void renew(one)}
                    >
                      {words.staff.newLink}
                    </button>
                    <button
                      type="button"
                      aria-label={words.staff.suspendOf(one.name)}
                      disabled={sending.isSending}
                      onClick={() => void act(one, 'suspend')}
                    >
                      {words.staff.suspend}
                    </button>
                  </>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
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

function Person({ one: { name, email, role, status, has_totp, used_at, is_you } }: { one: StaffLine }) {
  const { words, shell } = useSpeech();
  const facts = [
    shell.roles[role],
    words.staff.status[status],
    ...(has_totp ? [words.staff.withCode] : []),
    used_at === null ? words.staff.never : words.staff.used(instantText(used_at, shell)),
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
