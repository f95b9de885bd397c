import { pluralIn } from '../../i18n/plural.ts';

const plural = pluralIn('en');

/** The texts of the pages that show guides and other documents. */
export const docsEn = {
  linkTo: 'Link to this section',
  onThisPage: 'On this page',
  previous: 'Previous',
  nextPage: 'Next',
  documentation: 'Documentation',
  forPartners: 'For partners',
  forHotels: 'For hotel systems',
  lookUp: 'Look up',
  running: 'running here',
  unreleased: 'Not released yet',
  glossaryIntro:
    'The words of the API, the guides and the vouchers, in three languages. One concept has one word everywhere.',
  filterTerms: 'Filter the terms',
  terms: (count: number) => plural(count, { one: '# term', other: '# terms' }),
  noTerm: 'No term has these letters.',
  progress: 'Progress',
  done: (done: number, all: number) => `${done} of ${all} done`,
  of: (done: number, all: number) => `${done} / ${all}`,
  asMarkdown: 'checklist as Markdown',
  print: 'Print',
  clear: 'Clear all ticks',
  openInConsole: 'Open in the console',
  succeeds: 'Succeeds',
  onlySandbox: 'This is production. The scenarios exist only in the sandbox.',
  startAgain: 'Start again',
  startAgainText:
    'A reset deletes your bookings, holds, quotes and idempotency keys. Your credentials stay valid. The console has a button for it.',
  example: 'Example',
};

export type DocsWords = typeof docsEn;
