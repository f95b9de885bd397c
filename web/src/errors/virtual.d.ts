/** Made by web/build/errors.ts. */
declare module 'virtual:errors/*' {
  export const catalogue: import('./catalogue.ts').ErrorPage[];
}
