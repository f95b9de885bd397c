// Checks the vouchers that the hotel page scans.

import { Type } from 'typebox';
import type { Vouchers } from '../../context.ts';
import { scanVoucher } from '../../domain/vouchers/scan-voucher.usecase.ts';
import type { App } from '../common/wire.ts';
import { bookingDetailView } from './booking.view.ts';
import type { ScanView } from './hotel-api.ts';
import { sendFound } from './page-reply.ts';
import { scanResponse } from './responses.schema.ts';
import { askingOf } from './staff-gate.ts';

/** The maximum length of a scanned text. No QR code contains so many characters. */
const TEXT_LENGTH = 5_000;

/** Registers the route that checks the voucher of a guest. */
export function registerScanRoute(app: App, context: Vouchers): void {
  const body = Type.Object({ text: Type.String({ minLength: 1, maxLength: TEXT_LENGTH }) });
  app.post('/scan', { schema: { hide: true, body, response: scanResponse } }, async (request, reply) => {
    const { text } = request.body;
    const scanned = await scanVoucher(context, askingOf(request), text, request.headers.host ?? '');
    return sendFound(request, reply, scanned, ({ detail, isOutdated }): ScanView => {
      return { detail: bookingDetailView(context, detail), is_outdated: isOutdated };
    });
  });
}
