import { pluralIn } from '../../i18n/plural.ts';

const plural = pluralIn('en');

/** The texts of the error catalogue. The other languages have the same keys. */
export const errorsEn = {
  intro: 'Every error of the API has a code. Your program uses the code; these pages say what it means.',
  howErrorsWork: 'How errors work',
  filter: 'Filter the codes',
  filterHint: 'Code, status or word',
  found: (count: number) => plural(count, { one: '# code', other: '# codes' }),
  none: 'No code matches this filter.',
  showAll: 'Show all codes',
  groups: {
    request: ['Fix the request', 'The request itself is wrong. Without a change it fails again.'],
    state: [
      'Read the current state',
      'The hotel, booking or other object in the request does not exist, has changed, or does not allow this.',
    ],
    offer: ['Offer again', 'Price, rooms or rules of the hotel have changed. Ask the guest again.'],
    wait: ['Wait and retry', 'The reason is temporary. The same request may succeed later.'],
    contact: ['Contact us', 'Your program cannot solve this by itself.'],
  } as Record<string, [string, string]>,
  group: 'What it asks of you',
  status: 'HTTP status',
  retryable: 'Retryable',
  retry: { yes: 'Yes', no: 'No', key: 'With an Idempotency-Key' },
  retryShort: { yes: 'Retry', no: '', key: 'Retry with key' },
  causes: 'Causes',
  steps: 'What to do',
  details: 'Fields of',
  example: 'Example response',
  operations: 'Operations that return it',
  allOperations: (count: number) => plural(count, { one: '# operation', other: 'Show all # operations' }),
  guides: 'Related guides',
  unknown: 'Unknown error code',
  unknownNote: 'The API has no error with this code. These are all codes.',
};

export type ErrorWords = typeof errorsEn;
