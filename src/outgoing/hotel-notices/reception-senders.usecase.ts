// Opens the senders that the settings configure for mail and messages.

import type { Sending } from '../../context.ts';
import type { Delivery, Send, Senders } from '../delivery/delivery.ts';
import { Outbound } from '../http-client/post.ts';
import { Smtp, type SmtpLimits } from '../http-client/smtp.ts';
import { sendHotelEmail } from './send-hotel-email.usecase.ts';
import { sendHotelMessage } from './send-hotel-message.usecase.ts';
import { sendOperatorEmail } from './send-operator-email.usecase.ts';

export interface ReceptionSenders {
  senders: Omit<Senders, 'WEBHOOK'>;
  /** Closes the open connections. */
  close: () => Promise<void>;
}

/**
 * Opens the senders that send to receptions and to the operator. A sender is null if the settings do not configure it.
 */
export function openReceptionSenders(context: Sending, limits?: SmtpLimits): ReceptionSenders {
  const { mail, gateway, operatorEmail } = context.config.reception;
  const smtp = mail === null ? null : new Smtp(mail.smtpUrl, limits);
  const outbound =
    gateway === null
      ? null
      : new Outbound({ allowPrivate: true, userAgent: `IHC-Messages/${context.version}` });
  const sender = (send: (delivery: Delivery) => ReturnType<Send>): Send => {
    return async (delivery) => {
      try {
        return await send(delivery);
      } catch (error) {
        context.log.warn({ delivery: delivery.id, error }, 'a message for a front desk could not be written');
        return { kind: 'failed', error: 'internal error; the log has the reason' };
      }
    };
  };
  return {
    senders: {
      HOTEL_EMAIL: smtp && sender((delivery) => sendHotelEmail(context, smtp, mail!.from, delivery)),
      HOTEL_MESSAGE:
        outbound && sender((delivery) => sendHotelMessage(context, outbound, gateway!, delivery)),
      OPERATOR_EMAIL:
        smtp &&
        (operatorEmail === null
          ? null
          : sender((delivery) =>
              sendOperatorEmail(context, smtp, { from: mail!.from, to: operatorEmail }, delivery),
            )),
    },
    close: async () => {
      outbound?.close();
      await smtp?.close();
    },
  };
}
