import { ensureSite } from '../src/api/site/build-site.ts';

/** `npm start` and `npm test` do this by themselves. */
ensureSite(console.log);
console.log('the developer site is built');
