import { defineConfig } from 'vite';
import { addresses } from './build/addresses.ts';
import { errors } from './build/errors.ts';
import { fonts } from './build/fonts.ts';
import { guides } from './build/guides.ts';
import { markdown } from './build/markdown.ts';
import { pages, releaseLabel } from './build/pages.ts';
import { referenceModules } from './build/reference-modules.ts';
import { search } from './build/search.ts';
import { serviceWorker } from './build/service-worker.ts';

// A build in a test run must also use the production version of React.
process.env.NODE_ENV = 'production';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    addresses(),
    markdown(),
    guides(),
    pages(),
    errors(),
    search(),
    referenceModules(),
    fonts(),
    serviceWorker(),
  ],
  define: { RELEASE_LABEL: JSON.stringify(releaseLabel()) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is inlined into the page, because the content security policy refuses inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Two applications that share parts: the developer site and the hotel page.
    rolldownOptions: {
      input: ['index.html', 'hotel/index.html'].map((page) => `${import.meta.dirname}/${page}`),
    },
  },
});
