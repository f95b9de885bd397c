import type { Tokens, Vouchers } from '../../context.ts';
import type { Drawing } from './draw-voucher.usecase.ts';
import type { OpenedVoucher } from './open-voucher.usecase.ts';
import { voucherQrText } from './voucher-qr.ts';

/** Draws a voucher as PDF for a mail. Waits for its turn, even if many drawings are waiting. */
export function printVoucher(context: Vouchers, voucher: OpenedVoucher): Promise<Buffer> {
  return context.drawings.draw(paperOf(context, voucher));
}

/** Draws a voucher as PDF for a request. Null: too many requests are already waiting. */
export function printVoucherIfFree(context: Vouchers, voucher: OpenedVoucher): Promise<Buffer | null> {
  return context.drawings.drawIfFree(paperOf(context, voucher));
}

function paperOf({ config, secrets }: Tokens, { statement, ...sheet }: OpenedVoucher): Drawing {
  const { publicUrl } = config;
  return { format: 'pdf', sheet, text: voucherQrText(sheet.voucherId, statement, { publicUrl, secrets }) };
}
