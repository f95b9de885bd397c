import { ensureSite } from '../src/http/site/build-site.ts';

/** `npm run site`. `npm start` and `npm test` build the site by themselves. */
ensureSite(console.log);
console.log('the developer site is built');
