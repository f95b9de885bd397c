// `POST /v1/search`.

import type { Reads } from '../../../context.ts';
import { accept } from '../../../kernel/refusal.ts';
import { completeParty } from '../../../kernel/stay.ts';
import { searchStays } from '../../../snapshot/search/search-stays.usecase.ts';
import { sendRefusal } from '../../common/errors.ts';
import { callerOf } from '../../common/gate.ts';
import { type App, sendWrittenPage } from '../../common/wire.ts';
import { askedParty } from '../read-party.ts';
import { type SearchBody, searchSchema } from './search.schema.ts';
import { writeFoundHotel } from './search.view.ts';

export function registerSearchRoutes(app: App, context: Reads): void {
  app.post('/search', { schema: searchSchema }, (request, reply) => {
    const outcome = searchStays(context, callerOf(request), readSearch(request.body));
    if (!outcome.ok) return sendRefusal(request, reply, outcome);
    const { search, page } = outcome.value;
    return sendWrittenPage(request, reply, accept(page), (writer, hotel) =>
      writeFoundHotel(writer, search, hotel),
    );
  });
}

function readSearch(body: SearchBody) {
  return {
    checkIn: body.checkIn,
    checkOut: body.checkOut,
    party: completeParty(askedParty(body)),
    currency: body.currency ?? null,
    destination: body.destination ?? null,
    limit: body.limit ?? null,
    cursor: body.cursor ?? null,
  };
}
