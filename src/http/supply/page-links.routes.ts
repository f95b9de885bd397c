// The endpoint that returns a link to the hotel page of a private hotel.

import { type Static, Type } from 'typebox';
import type { Queries, Tokens } from '../../context.ts';
import { ROLES } from '../../domain/staff/person.ts';
import { linkToHotelPage } from '../../sandbox/link-to-hotel-page.usecase.ts';
import { errorCodes } from '../common/document/errors.ts';
import { callerOf } from '../common/gate.ts';
import { type App, Instant, itemResponse, sendItem, withExample } from '../common/wire.ts';

const PageLinkItem = Type.Object({
  url: Type.String({ description: 'Link that opens the hotel page. The link works once.' }),
  name: Type.String({ description: 'The name of the test account', examples: ['Test manager'] }),
  expires_at: Instant('When the link stops working'),
});
type PageLinkItem = Static<typeof PageLinkItem>;

const schema = {
  operationId: 'createHotelPageLink',
  errors: errorCodes('HOTEL_ACCESS_DENIED'),
  tags: ['Supply sandbox'],
  summary: 'Open the page of your private hotel',
  description:
    'Returns a link to the page that the staff of a hotel use: front desk, rooms and prices. The link signs in a test account without a password, works once, and is valid for 10 minutes. Sandbox only.',
  body: Type.Object({
    role: Type.Optional(
      Type.Enum([...ROLES], {
        type: 'string',
        description: 'Role of the test account: a manager or a member of the front desk',
        'x-default': 'MANAGER',
        examples: ['MANAGER'],
      }),
    ),
  }),
  response: withExample(itemResponse(PageLinkItem), {
    success: true,
    data: {
      url: 'http://localhost:3000/hotel/enter#<43 characters>',
      name: 'Test manager',
      expires_at: '2027-01-15T12:10:00.000Z',
    },
  }),
};

export function registerPageLinkRoutes(app: App, context: Queries & Tokens): void {
  app.post('/sandbox/page-links', { schema }, async (request, reply) => {
    const { role = 'MANAGER' } = request.body;
    reply.header('cache-control', 'no-store');
    return sendItem(
      request,
      reply,
      await linkToHotelPage(context, callerOf(request), role),
      ({ url, name, expiresAt }): PageLinkItem => ({ url, name, expires_at: expiresAt.toISOString() }),
    );
  });
}
