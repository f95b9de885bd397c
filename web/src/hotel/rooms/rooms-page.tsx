import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CalendarView, RoomDay } from '../../../../src/http/hotel-page/calendar-api.ts';
import { dayText, instantText } from '../dates.ts';
import { isolated } from '../isolated.ts';
import { nameIn } from '../language.tsx';
import { useSession } from '../session.ts';
import '../../styles/hotel-rooms.css';
import '../../styles/hotel-rooms-dialogs.css';
import { useRest } from '../use-rest.ts';
import { addDays, closingOf } from './calendar-change.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { type ChangeForm, EMPTY_PRICES, WEEKDAYS } from './change-form.ts';
import { DayDialog } from './day-dialog.tsx';
import { DayGrid } from './day-grid.tsx';
import { DayList } from './day-list.tsx';
import { problemText, ResultBar } from './result-bar.tsx';
import { RoomChoice } from './room-choice.tsx';
import { Tonight } from './tonight.tsx';
import { CALENDAR_EVENT, useCalendar } from './use-calendar.ts';
import { useChanges } from './use-changes.ts';
import { useSpeech } from './words.ts';

/** Rooms and prices of the next 14 days. A phone shows one room type at a time. A wide window shows all room types. */
export function RoomsPage() {
  const speech = useSpeech();
  const { words, shell } = speech;
  const { person } = useSession();
  const { loaded, error, isOffline, load } = useCalendar(person.id);
  if (loaded === null)
    return (
      <>
        <h1>{words.title}</h1>
        {error === null ? (
          <p className="hint">{shell.loading}</p>
        ) : (
          <div className="empty" role="alert">
            <p>{isOffline ? words.nothingStored : problemText(error, speech)}</p>
            <button type="button" className="primary" onClick={() => void load()}>
              {shell.tryAgain}
            </button>
          </div>
        )}
      </>
    );
  return (
    <>
      <h1>{words.title}</h1>
      {error !== null && (
        <div className="notice bad" role="status">
          <p>{isOffline ? words.asOf(instantText(loaded.at, shell)) : problemText(error, speech)}</p>
          <button type="button" onClick={() => void load()}>
            {shell.tryAgain}
          </button>
        </div>
      )}
      <Rooms view={loaded.view} isManager={person.role === 'MANAGER'} personName={person.name} load={load} />
    </>
  );
}

function Rooms({
  view,
  isManager,
  personName,
  load,
}: {
  view: CalendarView;
  isManager: boolean;
  personName: string;
  load: () => Promise<void>;
}) {
  const speech = useSpeech();
  const { words, shell, language } = speech;
  const changes = useChanges(load);
  const [roomId, setRoomId] = useState(view.rooms[0]?.id ?? '');
  const [planId, setPlanId] = useState('');
  const [openDay, setOpenDay] = useState<string | null>(null);
  const [form, setForm] = useState<ChangeForm | null>(null);
  const isWide = useWide();
  const room = view.rooms.find(({ id }) => id === roomId) ?? view.rooms[0];
  const plan = room?.plans.find(({ id }) => id === planId) ?? room?.plans[0] ?? null;
  const isEditing = form !== null;
  // When a result appears, a dialog closes or a night changes, a different button may be under the finger. So no button
  // reacts for a moment.
  const states = view.rooms.flatMap(({ days }) => days.map(({ state }) => state)).join(' ');
  const isResting = useRest(`${states} ${changes.result === null} ${openDay} ${isEditing} ${roomId}`);
  const isBusy = changes.isSending || isResting;
  // While the form is open, the page does not load the calendar again, because the values must not change while the
  // person reads them. The form listens for changes itself.
  useEffect(() => {
    if (isEditing) return;
    const listen = () => void load();
    addEventListener(CALENDAR_EVENT, listen);
    return () => removeEventListener(CALENDAR_EVENT, listen);
  }, [isEditing, load]);
  if (room === undefined) return null;

  const setNight = (day: string, closed: boolean, roomTypes: string[], what: string) => {
    const change = closingOf(view, day, closed, roomTypes);
    if (change !== null) void changes.send(change, (closed ? words.closed : words.opened)(what));
  };
  const formFor = (one: { id: string; plans: { id: string }[] }, changed: Partial<ChangeForm>) => {
    changes.dismiss();
    setOpenDay(null);
    setForm({
      ...{ kind: 'price', roomType: one.id, plan: one.plans[0]?.id ?? '', weekdays: WEEKDAYS },
      ...{ from: view.today, to: addDays(view.today, 6), prices: EMPTY_PRICES, isUsual: false },
      ...{ allotment: '', isOpening: false },
      ...changed,
    });
  };
  const switchDay = (one: typeof room, { day, state }: RoomDay) => {
    setRoomId(one.id);
    if (state !== 'NOT_OPEN') {
      const what = `${isolated(nameIn(language, one))}${shell.comma} ${dayText(day, shell)}`;
      return setNight(day, state === 'OPEN', [one.id], what);
    }
    if (isManager) return formFor(one, { kind: 'allotment', from: day, to: day, isOpening: true });
    // A receptionist cannot open a night. The dialog of the day shows that a manager has to open the night.
    setOpenDay(day);
  };
  const shownDay = room.days.find(({ day }) => day === openDay);
  const closeForm = () => {
    setForm(null);
    void load();
  };
  return (
    <div className="rooms">
      {changes.result !== null && !isEditing && (
        <ResultBar
          result={changes.result}
          view={view}
          speech={speech}
          isBusy={isBusy}
          onUndo={(undo) => void changes.send(undo, words.undone, { isUndo: true })}
          onDismiss={changes.dismiss}
        />
      )}
      <Tonight {...{ view, isManager, personName, speech, isBusy }} onSet={setNight} />
      {isManager ? (
        <button
          type="button"
          className="rooms-change"
          onClick={() => formFor(room, { plan: plan?.id ?? '' })}
        >
          {words.change}
        </button>
      ) : (
        <p className="hint">{words.onlyManagers}</p>
      )}
      <h2>{words.nextDays(room.days.length)}</h2>
      {isWide ? (
        <DayGrid
          view={view}
          speech={speech}
          isBusy={isBusy}
          onOpenDay={(one, day) => {
            setRoomId(one.id);
            setOpenDay(day);
          }}
          onSwitch={switchDay}
        />
      ) : (
        <>
          <RoomChoice
            view={view}
            room={room}
            plan={plan}
            speech={speech}
            onRoom={setRoomId}
            onPlan={setPlanId}
          />
          <DayList
            room={room}
            plan={plan}
            today={view.today}
            speech={speech}
            isBusy={isBusy}
            onOpenDay={setOpenDay}
            onSwitch={(day) => switchDay(room, day)}
          />
        </>
      )}
      {shownDay !== undefined && (
        <DayDialog
          room={room}
          day={shownDay}
          isManager={isManager}
          speech={speech}
          isBusy={isBusy}
          onSwitch={(day) => {
            setOpenDay(null);
            switchDay(room, day);
          }}
          onChange={() => formFor(room, { plan: plan?.id ?? '', from: shownDay.day, to: shownDay.day })}
          onClose={() => setOpenDay(null)}
        />
      )}
      {form !== null && (
        <ChangeDialog view={view} first={form} speech={speech} changes={changes} onClose={closeForm} />
      )}
    </div>
  );
}

const WIDE = '(min-width: 75rem)';

function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE).matches,
  );
}
