// Serves the QR code of a voucher as PNG and SVG, and the public keys that verify QR codes.

import { Type } from 'typebox';
import type { Tokens, Vouchers } from '../../context.ts';
import { openVoucher } from '../../domain/vouchers/open-voucher.usecase.ts';
import { voucherKeysOf } from '../../domain/vouchers/statement.ts';
import { voucherQrText } from '../../domain/vouchers/voucher-qr.ts';
import { refuse } from '../../kernel/refusal.ts';
import { sendRefusal } from '../common/errors.ts';
import { shieldPage } from '../common/page-headers.ts';
import type { App } from '../common/wire.ts';
import { DRAWN, registerVoucherPages, shieldVoucher, TOO_MANY_DRAWINGS } from './voucher-pages.routes.ts';

const schema = {
  hide: true,
  params: Type.Object({ voucherId: Type.String() }),
  querystring: Type.Object({ signature: Type.String({ maxLength: 100 }) }),
};
const config = { access: 'open', allowance: 'pages' } as const;
const NOT_FOUND = refuse('BOOKING_NOT_FOUND', 'voucher not found');

/**
 * Registers the routes for the page, the PDF and the QR code of a voucher, and for the public keys. These routes need
 * no API key. The signature in the address of a voucher is enough.
 */
export function registerVoucherRoutes(app: App, context: Vouchers): void {
  registerVoucherPages(app, context);
  registerVoucherKeys(app, context);
  const textOf = async (voucherId: string, signature: string): Promise<string | null> => {
    const { secrets, config } = context;
    const { publicUrl } = config;
    const voucher = await openVoucher(context, { voucherId, signature }, 'en');
    return voucher === null ? null : voucherQrText(voucherId, voucher.statement, { publicUrl, secrets });
  };
  // The page of a voucher shows the SVG image, so a request for the image is counted in the rate limit window for
  // pages.
  for (const [format, type, window] of [
    ['svg', 'image/svg+xml', config],
    ['png', 'image/png', DRAWN],
  ] as const)
    app.get(`/vouchers/:voucherId/qr.${format}`, { schema, config: window }, async (request, reply) => {
      const text = await textOf(request.params.voucherId, request.query.signature);
      if (text === null) return sendRefusal(request, shieldVoucher(reply), NOT_FOUND);
      const image = await context.drawings.drawIfFree({ format, text });
      if (image === null) return sendRefusal(request, shieldVoucher(reply), TOO_MANY_DRAWINGS);
      return shieldPage(shieldVoucher(reply), 'cross-origin').type(type).send(image);
    });
}

/** Registers the route for the public keys that verify the statements in QR codes. The newest key is first. */
function registerVoucherKeys(app: App, { secrets }: Tokens): void {
  app.get('/vouchers/keys.json', { schema: { hide: true }, config }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send({ keys: voucherKeysOf(secrets) }),
  );
}
