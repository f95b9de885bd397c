import { HEADER_PATTERN } from '../api/request.ts';
import { useWords } from '../i18n/language.tsx';
import type { Draft } from './draft.ts';
import type { Field, ReferenceEntry } from './entry.ts';
import { movedExample } from './example-values.ts';
import { useReferenceWords } from './words.ts';

interface TryFormProps {
  entry: ReferenceEntry;
  draft: Draft;
  remembered: Record<string, string>;
  /** Whether the body is a JSON object. */
  isValid: boolean;
  canSend: boolean;
  sending: boolean;
  change: (draft: Draft) => void;
  restore: () => void;
  submit: () => void;
}

/** Edits the request of the sample and sends it. */
export function TryForm(props: TryFormProps) {
  const { entry, draft, remembered, isValid, canSend, sending, change, restore, submit } = props;
  const words = useReferenceWords();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending) submit();
      }}
    >
      <p className="hint">{words.tryNote}</p>
      {entry.parameters.map((field) => (
        <ParameterInput
          key={field.anchor}
          field={field}
          value={draft.values[field.anchor] ?? ''}
          isRemembered={
            remembered[field.name] !== undefined && remembered[field.name] === draft.values[field.anchor]
          }
          change={(value) => change({ ...draft, values: { ...draft.values, [field.anchor]: value } })}
        />
      ))}
      {draft.body !== null && (
        <div className="try-field">
          <label htmlFor="try-body">{words.jsonBody}</label>
          <textarea
            id="try-body"
            dir="ltr"
            spellCheck={false}
            rows={Math.min(14, draft.body.split('\n').length + 1)}
            value={draft.body}
            aria-invalid={!isValid}
            aria-describedby={isValid ? undefined : 'try-problem'}
            onChange={(event) => change({ ...draft, body: event.target.value })}
          />
          <p id="try-problem" className="bad" role="status">
            {isValid ? '' : words.noJson}
          </p>
        </div>
      )}
      <div className="actions">
        {/* The button is not disabled while the request is sent, because a disabled button would lose the focus. */}
        <button type="submit" className="primary" disabled={!canSend || !isValid} aria-disabled={sending}>
          {sending ? words.sending : words.send}
        </button>
        <button type="button" className="quiet" onClick={restore}>
          {words.reset}
        </button>
      </div>
    </form>
  );
}

interface ParameterInputProps {
  field: Field;
  value: string;
  isRemembered: boolean;
  change: (value: string) => void;
}

function ParameterInput({ field, value, isRemembered, change }: ParameterInputProps) {
  const words = useReferenceWords();
  const { headerText } = useWords();
  const id = `try-${field.anchor}`;
  const common = { id, dir: 'ltr', value, required: field.required ?? false } as const;
  return (
    <div className="try-field">
      <label htmlFor={id}>
        <code dir="ltr">{field.name}</code>{' '}
        {field.required && <span className="field-required">{words.required}</span>}
        {isRemembered && <small>{words.fromBefore}</small>}
      </label>
      {field.values === undefined ? (
        <input
          {...common}
          autoComplete="off"
          {...(field.anchor.startsWith('header.') && { pattern: HEADER_PATTERN, title: headerText })}
          inputMode={field.type === 'integer' ? 'numeric' : undefined}
          placeholder={String(field.default ?? movedExample(field.example, Date.now()) ?? '')}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <select {...common} onChange={(event) => change(event.target.value)}>
          {!field.required && <option value="" />}
          {field.values.map((one) => (
            <option key={String(one)}>{String(one)}</option>
          ))}
        </select>
      )}
    </div>
  );
}
