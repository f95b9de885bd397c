import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type {
  CalendarUpdate,
  CalendarView,
  PreviewView,
} from '../../../../src/http/hotel-page/calendar-api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { callApi } from '../api.ts';
import { useRest } from '../use-rest.ts';
import { countChanged, savingOf } from './calendar-change.ts';
import { ChangeFields } from './change-fields.tsx';
import { type ChangeForm, type FormProblem, updateOf } from './change-form.ts';
import { Preview } from './preview.tsx';
import { Meanwhile, problemText } from './result-bar.tsx';
import { CALENDAR_EVENT } from './use-calendar.ts';
import type { Changes } from './use-changes.ts';
import type { Speech } from './words.ts';

interface ChangeDialogProps {
  view: CalendarView;
  first: ChangeForm;
  speech: Speech;
  changes: Changes;
  onClose: () => void;
}

/**
 * A change with its preview. The change has the same id in every attempt, so the service saves it only once, even if
 * the person tries again after a lost response.
 */
interface Previewed {
  id: string;
  update: CalendarUpdate;
  result: PreviewView;
}

/** Shows the form for a change of a range of nights, then a preview of the change, and then saves the change. */
export function ChangeDialog({ view, first, speech, changes, onClose }: ChangeDialogProps) {
  const { words, shell } = speech;
  const [form, setForm] = useState(first);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isLoading, setLoading] = useState(false);
  const [isOvertaken, setOvertaken] = useState(false);
  const { isSending, result } = changes;
  const isResting = useRest(previewed?.id ?? null);

  const preview = useCallback(async (update: CalendarUpdate) => {
    setLoading(true);
    setError(null);
    try {
      const found = await callApi<PreviewView>('/calendar/preview', { body: { updates: [update] } });
      setPreviewed({ id: crypto.randomUUID(), update, result: found });
    } catch (failed) {
      setError(failed);
    } finally {
      setLoading(false);
    }
  }, []);
  // When somebody else changes the calendar, the preview is out of date, so it is loaded again.
  useEffect(() => {
    const listen = () => {
      if (isSending) return;
      setOvertaken(true);
      if (previewed !== null) void preview(previewed.update);
    };
    addEventListener(CALENDAR_EVENT, listen);
    return () => removeEventListener(CALENDAR_EVENT, listen);
  }, [isSending, previewed, preview]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    changes.dismiss();
    const update = updateOf(form);
    if (typeof update === 'string') return setProblem(update);
    setProblem(null);
    setOvertaken(false);
    void preview(update);
  };
  const save = async ({ id, update, result: { changes: cells } }: Previewed) => {
    const change = savingOf(cells, update.set);
    const outcome = await changes.send(change, words.saved(countChanged(cells)), { id });
    if (outcome === 'done') onClose();
    // Somebody else has changed the same nights since the preview. The person sees the new preview and decides again.
    else if (outcome === 'meanwhile') await preview(update);
  };
  const shown = error ?? (result?.kind === 'failed' ? result.error : null);
  return (
    <Dialog className="rooms-modal" title={words.change} closeText={words.closeWindow} onClose={onClose}>
      <div role="alert">
        {problem !== null && <p className="bad">{words.form[problem]}</p>}
        {result?.kind === 'meanwhile' && (
          <div className="problem">
            <Meanwhile cells={result.cells} view={view} speech={speech} />
          </div>
        )}
        {shown !== null && <p className="bad">{problemText(shown, speech)}</p>}
        {isOvertaken && result?.kind !== 'meanwhile' && <p>{words.form.changedWhileEditing}</p>}
      </div>
      {previewed === null ? (
        <form onSubmit={submit} noValidate>
          <ChangeFields view={view} form={form} speech={speech} onChange={setForm} />
          <div className="rooms-modal-actions">
            <button type="submit" className="primary" disabled={isLoading}>
              {isLoading ? shell.loading : words.form.preview}
            </button>
          </div>
        </form>
      ) : (
        <>
          <Preview view={view} preview={previewed.result} update={previewed.update} speech={speech} />
          <div className="rooms-modal-actions">
            {countChanged(previewed.result.changes) > 0 && (
              <button
                type="button"
                className="primary"
                disabled={isSending || isLoading || isResting}
                onClick={() => void save(previewed)}
              >
                {isSending ? words.saving : words.form.save(countChanged(previewed.result.changes))}
              </button>
            )}
            <button type="button" onClick={() => setPreviewed(null)}>
              {words.form.back}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
