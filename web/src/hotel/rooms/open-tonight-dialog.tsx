import { type FormEvent, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Check } from '../check.tsx';
import { instantText } from '../dates.ts';
import { isolated } from '../isolated.ts';
import { nameIn } from '../language.tsx';
import { useRest } from '../use-rest.ts';
import { isOwnStop, type Tonight } from './tonight-rules.ts';
import { type Speech, whoText } from './words.ts';

interface OpenTonightProps {
  closed: Tonight[];
  personName: string;
  today: string;
  speech: Speech;
  onOpen: (roomTypes: string[]) => void;
  onClose: () => void;
}

/**
 * Asks which room types go on sale tonight, and shows who stopped the sales of each room type. At first, only the room
 * types whose sales this person stopped today are ticked.
 */
export function OpenTonightDialog({ closed, personName, today, speech, onOpen, onClose }: OpenTonightProps) {
  const { words, shell, language } = speech;
  const { openWhich } = words;
  const [ticked, setTicked] = useState(() =>
    closed.filter(({ day }) => isOwnStop(day, personName, today)).map(({ room }) => room.id),
  );
  const isResting = useRest(openWhich.title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ticked.length > 0) onOpen(ticked);
  };
  return (
    <Dialog className="rooms-modal" title={openWhich.title} closeText={words.closeWindow} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{openWhich.note}</p>
        {closed.map(({ room, day: { changed } }) => (
          <div key={room.id}>
            <Check
              label={nameIn(language, room)}
              checked={ticked.includes(room.id)}
              onChange={(isTicked) =>
                setTicked(isTicked ? [...ticked, room.id] : ticked.filter((id) => id !== room.id))
              }
            />
            <p className="hint">
              {changed === null
                ? openWhich.nobody
                : openWhich.by(isolated(whoText(changed.by, speech)), instantText(changed.at, shell))}
            </p>
          </div>
        ))}
        <div className="rooms-modal-actions">
          {ticked.length === 0 && <p className="hint">{openWhich.pick}</p>}
          <button type="submit" className="primary" disabled={isResting || ticked.length === 0}>
            {ticked.length === 0 ? words.open : openWhich.submit(ticked.length)}
          </button>
          <button type="button" onClick={onClose}>
            {shell.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
