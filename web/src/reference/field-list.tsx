import { useState } from 'react';
import { AnchorLink } from './anchor-link.tsx';
import type { Field } from './entry.ts';
import { factsOf } from './facts.ts';
import { Said } from './text.tsx';
import { useReferenceWords } from './words.ts';

interface FieldListProps {
  fields: Field[];
  label: string;
  /** The anchor in the address. The objects around the field with this anchor are open. */
  target: string | null;
}

export function FieldList({ fields, label, target }: FieldListProps) {
  return (
    <ul className="field-list" aria-label={label}>
      {fields.map((field) => (
        <FieldItem key={field.anchor} field={field} target={target} />
      ))}
    </ul>
  );
}

function FieldItem({ field, target }: { field: Field; target: string | null }) {
  const words = useReferenceWords();
  const { name, anchor, type, required, nullable, text } = field;
  // Most fields of a response are always present, so the page marks the optional fields, not the required fields.
  const isResponse = anchor.startsWith('response.');
  const facts = factsOf(field, words, Date.now());
  return (
    <li id={anchor} tabIndex={-1} className={anchor === target ? 'ref-field ref-target' : 'ref-field'}>
      <p className="field-head">
        <code className="field-name" dir="ltr">
          {name}
        </code>
        <span className="field-type" dir="ltr">
          {type}
        </span>
        {!isResponse && required && <span className="field-required">{words.required}</span>}
        {isResponse && !required && <span className="field-type">{words.notAlways}</span>}
        {nullable && <span className="field-type">{words.nullable}</span>}
        <AnchorLink anchor={anchor} name={name} />
      </p>
      {text !== undefined && text !== '' && (
        <p className="field-text">
          <Said text={text} />
        </p>
      )}
      {facts.length > 0 && (
        <dl className="field-facts">
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>{words.facts[fact.name]}</dt>
              {fact.words !== undefined && <dd>{fact.words}</dd>}
              {fact.text !== undefined && (
                <dd>
                  <Said text={fact.text} />
                </dd>
              )}
              {fact.codes?.map((code) => (
                <dd key={code}>
                  <code dir="auto">{code}</code>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      {field.fields !== undefined && <Inside field={field} fields={field.fields} target={target} />}
    </li>
  );
}

/**
 * The fields inside a field. These fields are rendered only when the reader opens them, because some objects have
 * hundreds of fields.
 */
function Inside({ field, fields, target }: { field: Field; fields: Field[]; target: string | null }) {
  const words = useReferenceWords();
  const isOnTheWay = target?.startsWith(`${field.anchor}.`) ?? false;
  const [open, setOpen] = useState(isOnTheWay);
  const [seen, setSeen] = useState(target);
  // When the anchor in the address changes, the objects around its field are opened in the same render.
  if (target !== seen) {
    setSeen(target);
    if (isOnTheWay) setOpen(true);
  }
  return (
    <div className={open ? 'field-inside open' : 'field-inside'}>
      <button
        type="button"
        className="field-inside-toggle"
        aria-expanded={open}
        aria-label={`${open ? words.hide : words.show}: ${field.name}`}
        onClick={() => setOpen(!open)}
      >
        {open ? words.hide : words.show}
      </button>
      {open && <FieldList fields={fields} label={words.fieldsOf(field.name)} target={target} />}
    </div>
  );
}
