import { useState } from 'react';
import { Badge, MethodBadge, type Tone } from '../parts/badge.tsx';
import { Callout } from '../parts/callout.tsx';
import { Card } from '../parts/card.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Group } from './group.tsx';
import { useDesignWords } from './use-words.ts';

const TONES: Tone[] = ['neutral', 'brand', 'good', 'warn', 'bad'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const CALLOUTS = ['note', 'good', 'warn', 'bad'] as const;
const VIEWS = ['one', 'other', 'third'] as const;
const CODE = '{\n  "total": "219075",\n  "currency": "IQD",\n  "refundable": true\n}';

export function Parts() {
  return (
    <>
      <Buttons />
      <Fields />
      <TabsShown />
      <Badges />
      <Callouts />
      <Cards />
      <DialogShown />
      <Code />
    </>
  );
}

function Buttons() {
  const words = useDesignWords();
  return (
    <Group title={words.buttons} note={words.buttonsNote}>
      <p className="actions">
        <button type="button" className="primary">
          {words.primary}
        </button>
        <button type="button" className="secondary">
          {words.secondary}
        </button>
        <button type="button" className="quiet">
          {words.quiet}
        </button>
        <button type="button" className="danger">
          {words.danger}
        </button>
        <button type="button" className="primary" disabled>
          {words.disabled}
        </button>
      </p>
    </Group>
  );
}

function Fields() {
  const words = useDesignWords();
  return (
    <Group title={words.fields} note={words.fieldsNote}>
      <div className="design-fields">
        <label>
          {words.guest}
          <input name="guest" />
        </label>
        <label>
          {words.adults}
          <input name="adults" defaultValue="61" aria-invalid="true" aria-describedby="design-invalid" />
          <small id="design-invalid" className="bad">
            {words.invalid}
          </small>
        </label>
        <label>
          {words.board}
          <select name="board">
            {words.boards.map((board) => (
              <option key={board}>{board}</option>
            ))}
          </select>
        </label>
        <label className="design-check">
          <input type="checkbox" name="check" /> {words.check}
        </label>
      </div>
    </Group>
  );
}

function TabsShown() {
  const words = useDesignWords();
  const [view, show] = useState<(typeof VIEWS)[number]>('one');
  return (
    <Group title={words.tabs} note={words.tabsNote}>
      {(['line', 'pill'] as const).map((look) => (
        <div key={look} className="design-tabs">
          <Tabs
            label={`${words.tabs} (${look})`}
            controls={`design-${look}`}
            names={VIEWS}
            wordOf={(name) => words.tabNames[name]}
            chosen={view}
            choose={show}
            look={look}
          />
          <p id={`design-${look}`} role="tabpanel" aria-label={words.tabNames[view]}>
            {words.tabNames[view]}
          </p>
        </div>
      ))}
    </Group>
  );
}

function Badges() {
  const words = useDesignWords();
  return (
    <Group title={words.badges} note={words.badgesNote}>
      <p className="actions">
        {TONES.map((tone, index) => (
          <Badge key={tone} tone={tone}>
            {words.badgeNames[index]}
          </Badge>
        ))}
        {METHODS.map((method) => (
          <MethodBadge key={method} method={method} />
        ))}
      </p>
    </Group>
  );
}

function Callouts() {
  const words = useDesignWords();
  return (
    <Group title={words.callouts} note={words.calloutsNote}>
      {CALLOUTS.map((tone) => (
        <Callout key={tone} tone={tone}>
          <p>{words.calloutNames[tone]}</p>
        </Callout>
      ))}
    </Group>
  );
}

function Cards() {
  const words = useDesignWords();
  return (
    <Group title={words.cards} note={words.cardsNote}>
      <ul className="cards">
        <li>
          <Card title={words.cardTitle} href="/guides/quick-start">
            <p>{words.cardText}</p>
          </Card>
        </li>
        <li>
          <Card title={words.plainCard}>
            <p>{words.cardText}</p>
          </Card>
        </li>
      </ul>
    </Group>
  );
}

function DialogShown() {
  const words = useDesignWords();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Group title={words.dialog} note={words.dialogNote}>
      <button type="button" onClick={() => setOpen(true)}>
        {words.openDialog}
      </button>
      {isOpen && (
        <Dialog title={words.dialogTitle} closeText={words.close} onClose={close} closesOutside>
          <p>{words.dialogText}</p>
          <p className="actions">
            <button type="button" className="danger" onClick={close}>
              {words.danger}
            </button>
          </p>
        </Dialog>
      )}
    </Group>
  );
}

function Code() {
  const words = useDesignWords();
  return (
    <Group title={words.code} note={words.codeNote}>
      <CodeBlock label={words.code} code={CODE} language="json" copy />
    </Group>
  );
}
