// Made by web/build/reference-modules.ts.
declare module 'virtual:reference/*' {
  export const groups: import('./entry.ts').MenuGroup[];
  export const load: Record<string, () => Promise<{ entry: import('./entry.ts').ReferenceEntry }>>;
}
