import { type FormEvent, memo } from 'react';
import type { Credentials } from '../api/keys.ts';
import { keysFor } from './build-request.ts';
import { Field } from './field.tsx';
import { CARRIED } from './fields.ts';
import type { Operation } from './operation.ts';
import { fieldsOf } from './operations.ts';
import type { Session } from './state/session.ts';
import { useConsoleWords } from './use-words.ts';

interface FormProps {
  operation: Operation;
  session: Session;
  credentials: Credentials | null;
  isSending: boolean;
  onSend: (operation: Operation) => void;
}

export function OperationForm({ operation, session, credentials, isSending, onSend }: FormProps) {
  const words = useConsoleWords();
  const locked = operation.open === undefined && keysFor(operation, credentials) === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!locked) onSend(operation);
  };
  const { values, hotels, roomTypes, ratePlans } = session;
  const fieldOf = (field: (typeof CARRIED)[number]) => (
    <FieldOf
      key={field}
      field={field}
      value={values[field]}
      optional={operation.optional?.includes(field) ?? false}
      hotels={hotels}
      roomTypes={roomTypes}
      ratePlans={ratePlans}
      roomTypeId={field === 'ratePlanId' ? values.roomTypeId : ''}
    />
  );
  const fields = fieldsOf(operation);
  const carried = fields.filter((field) => CARRIED.includes(field));
  return (
    <form className="form" onSubmit={submit} aria-label={words.operation[operation.id]}>
      <div className="fields">{fields.filter((field) => !CARRIED.includes(field)).map(fieldOf)}</div>
      {carried.length > 0 && (
        <fieldset className="carried">
          <legend>{words.carried}</legend>
          {carried.map(fieldOf)}
        </fieldset>
      )}
      <div className="actions">
        {/* The button is not disabled while the request is sent, because a disabled button would lose the focus. */}
        <button type="submit" className="primary send" disabled={locked} aria-disabled={isSending || locked}>
          <span className={isSending ? 'spinner' : undefined} aria-hidden="true" />
          {isSending ? words.sending : words.send}
        </button>
        {locked && (
          <span className="hint">
            {operation.group === 'supply' ? words.supply.needed : words.needCredentials}
          </span>
        )}
      </div>
    </form>
  );
}

/** A field is rendered again only when its own value or its list changes, so that typing stays fast. */
const FieldOf = memo(Field);
