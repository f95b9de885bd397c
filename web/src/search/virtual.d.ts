/** web/build/search.ts generates these modules during the build. */
declare module 'virtual:search/*' {
  export const index: string;
}
