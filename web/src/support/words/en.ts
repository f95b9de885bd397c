/** Words of the support page. */
export const supportEn = {
  lead: 'If you have a problem with a request, a booking or your integration, tell us what happened. We find the request by its request id.',
  reachUs: 'Contact',
  email: 'Email',
  emailNote: 'Opens a message with the fields that we need.',
  writeEmail: 'Write an email',
  phone: 'Phone',
  phoneNote: 'For urgent problems with a booking.',
  page: 'Help desk',
  pageNote: 'Opens another site.',
  openPage: 'Open the help desk',
  noContact: 'No contact is set',
  noContactNote:
    'The operator of this service has not set an address yet. Use the contact that is named in your contract.',
  howFast: 'Your contract says how fast we respond.',
  whatToSend: 'What to send',
  whatToSendNote: 'Copy this text and fill it in.',
  neverSend: 'Never send an API key, a webhook secret or data of guests',
  neverSendNote: 'The client id and the request id are enough. A voucher id is enough to find a booking.',
  subject: (environment: string) => `API problem (${environment})`,
  field: {
    environment: 'Environment',
    clientId: 'Client id',
    requestId: 'Request id',
    time: 'Time (with time zone)',
    endpoint: 'Method and path',
    booking: 'Booking or voucher id',
    happened: 'What happened',
    expected: 'What you expected',
  },
  requestIdTitle: 'Where the request id is',
  requestIdNote:
    'Every response contains the request id in the header `X-Request-Id`. Every error body contains it in `error.request_id`. You can also choose the id yourself: send `X-Request-Id` with up to 64 letters, digits, dots, underscores or hyphens.',
  beforeYouWrite: 'Before you write',
  statusNote: 'Is the problem on our side?',
  errorsNote: 'Cause and fix of every error code.',
  changelogNote: 'What has changed lately?',
  guidesNote: 'Quick start, bookings, webhooks, going live.',
};

export type SupportWords = typeof supportEn;
