import { Mark } from '../parts/mark.tsx';
import { Group } from './group.tsx';
import { useDesignWords } from './use-words.ts';

const SURFACES = ['ground', 'sunken', 'raised', 'line', 'line-strong', 'code'];
const TEXTS = ['ink', 'quiet', 'brand', 'brand-strong', 'on-brand', 'brand-soft', 'accent', 'accent-soft'];
const MEANINGS = ['good', 'good-soft', 'warn', 'warn-soft', 'bad', 'bad-soft', 'many', 'few', 'none'];
const SIZES = ['xs', 's', 'm', 'l', 'xl', '2xl', '3xl'];
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8];
const MARK_SIZES = [16, 24, 48, 96];

export function Tokens() {
  const words = useDesignWords();
  return (
    <>
      <Group title={words.mark} note={words.markNote}>
        <p className="design-row">
          {MARK_SIZES.map((size) => (
            <Mark key={size} size={size} />
          ))}
          <span className="design-one-colour">
            <Mark size={48} />
          </span>
        </p>
      </Group>
      <Group title={words.tokens} note={words.tokensNote}>
        <Colours title={words.surfaces} names={SURFACES} />
        <Colours title={words.texts} names={TEXTS} />
        <Colours title={words.meanings} names={MEANINGS} />
      </Group>
      <Group title={words.type} note={words.typeNote}>
        {SIZES.map((size) => (
          <p key={size} className={`design-text-${size}`}>
            <code dir="ltr">--text-{size}</code> {words.sample}
          </p>
        ))}
      </Group>
      <Group title={words.space}>
        {SPACES.map((step) => (
          <p key={step} className="design-space">
            <code dir="ltr">--space-{step}</code> <span className={`design-space-${step}`} />
          </p>
        ))}
      </Group>
    </>
  );
}

function Colours({ title, names }: { title: string; names: string[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul className="design-colours">
        {names.map((name) => (
          <li key={name}>
            <span className={`design-swatch design-${name}`} /> <code dir="ltr">--{name}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
