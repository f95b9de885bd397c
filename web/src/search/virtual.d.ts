/** Modules that the build makes: web/build/search.ts. */
declare module 'virtual:search/*' {
  export const index: string;
}
