import { readFileSync } from 'node:fs';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';
import { serviceWorker } from './service-worker.ts';

// Whoever builds it, a test run included: readers get React as it is meant to be served, not as it is debugged.
process.env.NODE_ENV = 'production';

/** Guides are written in Markdown and arrive as HTML: no reader's browser has to know Markdown. */
function markdown(): Plugin {
  return {
    name: 'markdown',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.md')) return null;
      const text = readFileSync(id, 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? id;
      // Code is left-to-right in every language, and what scrolls must be reachable by keyboard.
      const html = marked
        .parse(text, { async: false })
        .replaceAll('<pre>', '<pre dir="ltr" tabindex="0">')
        .replaceAll('<table>', '<table tabindex="0">');
      return `export const title = ${JSON.stringify(title)};\nexport const html = ${JSON.stringify(html)};\n`;
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [markdown(), serviceWorker()],
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
