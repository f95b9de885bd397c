/** Modules that the build makes: web/build/guides.ts and web/build/pages.ts. */
declare module 'virtual:guides/*' {
  /** The titles of the guides by slug. */
  export const titles: Record<string, string>;
}

declare module 'virtual:changelog/*' {
  export const page: import('./pages.ts').Changelog;
}

declare module 'virtual:go-live/*' {
  export const page: import('./keyed-list.ts').KeyedList;
}

declare module 'virtual:glossary/*' {
  export const page: import('./pages.ts').Glossary;
}

declare module 'virtual:test-scenarios/*' {
  export const page: import('./pages.ts').TestScenarios;
}
