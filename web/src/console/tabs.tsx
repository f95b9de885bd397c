interface TabsProps<Name extends string> {
  label: string;
  /** The id of the element whose content the tabs select. */
  controls: string;
  names: readonly Name[];
  wordOf?: (name: Name) => string;
  chosen: Name;
  choose: (name: Name) => void;
}

export function Tabs<Name extends string>({
  label,
  controls,
  names,
  wordOf,
  chosen,
  choose,
}: TabsProps<Name>) {
  return (
    <div className="tabs" role="tablist" aria-label={label}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={controls}
          onClick={() => choose(name)}
        >
          {wordOf?.(name) ?? name}
        </button>
      ))}
    </div>
  );
}
