import { defineConfig } from 'vite';
import { errors } from './build/errors.ts';
import { fonts } from './build/fonts.ts';
import { guides } from './build/guides.ts';
import { markdown } from './build/markdown.ts';
import { pages, releaseLabel } from './build/pages.ts';
import { referenceModules } from './build/reference-modules.ts';
import { search } from './build/search.ts';
import { serviceWorker } from './build/service-worker.ts';

// Whoever builds it, a test run included: readers get React as it is meant to be served, not as it is debugged.
process.env.NODE_ENV = 'production';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [markdown(), guides(), pages(), errors(), search(), referenceModules(), fonts(), serviceWorker()],
  define: { RELEASE_LABEL: JSON.stringify(releaseLabel()) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Every file is a request of its own to the same host: nothing is put into the page, which the policy would refuse.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Two applications with common parts: the developer site, and the page of hotels.
    rolldownOptions: {
      input: ['index.html', 'hotel/index.html'].map((page) => `${import.meta.dirname}/${page}`),
    },
  },
});
