// Schema of cancellation policies.

import { type Static, Type } from 'typebox';
import { HotelId, HotelPublicId, IDS, PolicyId, policyNames } from '../../common/common.schema.ts';
import { listResponse, Meta, Nullable, withExample } from '../../common/wire.ts';

const Penalty = (description: string) =>
  Type.Object(
    {
      type: Type.Enum(['NIGHTS', 'PERCENT'], {
        type: 'string',
        description:
          'NIGHTS: the price of the first nights of the stay, including tax and service charge. PERCENT: a percentage of the total.',
        examples: ['NIGHTS'],
      }),
      value: Type.Number({ description: 'Number of nights, or percent', examples: [1] }),
    },
    { description },
  );

export const CancellationPolicyItem = Type.Object({
  id: PolicyId,
  hotel_id: HotelId,
  hotel_public_id: HotelPublicId,
  ...policyNames,
  rules: Type.Array(
    Type.Object({
      hours_before_check_in: Type.Integer({
        description: 'The rule applies when fewer than this many hours remain until check-in',
        examples: [24],
      }),
      penalty: Penalty('Penalty for cancelling'),
    }),
    { description: 'Rules in order of time. Cancelling is free before the first rule applies.' },
  ),
  no_show_penalty: Penalty('Penalty for the no-show'),
  timeline: Type.Array(
    Type.Object({
      from_hours_before_check_in: Nullable(
        Type.Integer({
          description: 'Start of the period; null if the period starts at the time of booking',
          examples: [24],
        }),
      ),
      until_hours_before_check_in: Nullable(
        Type.Integer({
          description: 'End of the period; null if this is the last period, which starts at check-in',
          examples: [0],
        }),
      ),
      penalty: Nullable(Penalty('Penalty for cancelling; null if cancelling is free')),
      text_en: Type.String({ description: 'In English' }),
      text_ar: Type.String({ description: 'In Arabic' }),
    }),
    { description: 'The same rules, written as periods with texts for guests' },
  ),
});
export type CancellationPolicyItem = Static<typeof CancellationPolicyItem>;

export const listCancellationPoliciesSchema = {
  operationId: 'listCancellationPolicies',
  tags: ['Catalogue'],
  summary: 'List cancellation policies',
  description:
    'Returns the cancellation rules and penalty timelines of your hotels. Hours are counted back from the check-in time of the hotel, in Baghdad time.',
  querystring: Type.Object({}),
  response: withExample(listResponse(CancellationPolicyItem, Meta), {
    success: true,
    data: [
      {
        id: IDS.policy,
        hotel_id: IDS.hotel,
        hotel_public_id: 'HTL-2026-0001',
        name_en: 'Flexible',
        name_ar: 'مرنة',
        rules: [{ hours_before_check_in: 24, penalty: { type: 'NIGHTS', value: 1 } }],
        no_show_penalty: { type: 'PERCENT', value: 100 },
        timeline: [
          {
            from_hours_before_check_in: null,
            until_hours_before_check_in: 24,
            penalty: null,
            text_en: 'Until 24 hours before check-in: free of charge',
            text_ar: 'حتى 24 ساعة قبل الوصول: الإلغاء مجاني',
          },
        ],
      },
    ],
    meta: { count: 1 },
  }),
};
