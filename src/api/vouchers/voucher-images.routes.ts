import QRCode from 'qrcode';
import { Type } from 'typebox';
import { isVoucherSignature, VOUCHER_ID, voucherLinks } from '../../booking/voucher.ts';
import type { Context } from '../../boot/context.ts';
import { refuse } from '../../kernel/refusal.ts';
import { signingKeysOf } from '../../secrets/accepted-secrets.ts';
import { sendRefusal } from '../http/errors.ts';
import type { App } from '../http/wire.ts';
import { registerVoucherPages, shieldVoucher } from './voucher-pages.routes.ts';

const schema = {
  hide: true,
  params: Type.Object({ voucherId: Type.String() }),
  querystring: Type.Object({ signature: Type.String({ maxLength: 100 }) }),
};
const config = { access: 'open', allowance: 'pages' } as const;

/** A voucher's page, PDF and QR code. The signature in the address is enough: no API key is needed. */
export function registerVoucherRoutes(app: App, context: Context): void {
  registerVoucherPages(app, context);
  const addressOf = (voucherId: string, signature: string): string | null => {
    const { secrets, config } = context;
    if (!VOUCHER_ID.test(voucherId) || !isVoucherSignature(voucherId, signature, signingKeysOf(secrets)))
      return null;
    return voucherLinks(voucherId, config.publicUrl, secrets.signingKey).url;
  };
  const notFound = refuse('BOOKING_NOT_FOUND', 'voucher not found');
  app.get('/vouchers/:voucherId/qr.svg', { schema, config }, async (request, reply) => {
    const address = addressOf(request.params.voucherId, request.query.signature);
    if (address === null) return sendRefusal(request, shieldVoucher(reply), notFound);
    return shieldVoucher(reply)
      .type('image/svg+xml')
      .send(await QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M' }));
  });
  app.get('/vouchers/:voucherId/qr.png', { schema, config }, async (request, reply) => {
    const address = addressOf(request.params.voucherId, request.query.signature);
    if (address === null) return sendRefusal(request, shieldVoucher(reply), notFound);
    return shieldVoucher(reply)
      .type('image/png')
      .send(await QRCode.toBuffer(address, { width: 480, errorCorrectionLevel: 'M' }));
  });
}
