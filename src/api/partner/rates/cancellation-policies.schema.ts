import { type Static, Type } from 'typebox';
import { listAnswer, Meta, Nullable, withExample } from '../../http/wire.ts';

const PenaltySchema = Type.Object({
  type: Type.Enum(['NIGHTS', 'PERCENT'], {
    type: 'string',
    description:
      'NIGHTS: the first nights of the stay, with their tax and service charge. PERCENT: a percentage of the total.',
  }),
  value: Type.Number(),
});

export const CancellationPolicyItem = Type.Object({
  id: Type.String({ format: 'uuid' }),
  hotel_id: Type.String({ format: 'uuid' }),
  hotel_public_id: Type.String(),
  name_en: Type.String(),
  name_ar: Type.String(),
  rules: Type.Array(
    Type.Object({
      hours_before_check_in: Type.Integer({
        description: 'The rule applies when fewer than this many hours remain until check-in',
      }),
      penalty: PenaltySchema,
    }),
    { description: 'Rules in order of time. Cancelling is free before the first rule applies.' },
  ),
  no_show_penalty: PenaltySchema,
  timeline: Type.Array(
    Type.Object({
      from_hours_before_check_in: Nullable(
        Type.Integer({ description: 'Start of the period; null for the time of booking' }),
      ),
      until_hours_before_check_in: Nullable(
        Type.Integer({
          description: 'End of the period; null for the last period, which starts at check-in',
        }),
      ),
      penalty: Nullable(PenaltySchema),
      text_en: Type.String(),
      text_ar: Type.String(),
    }),
    { description: 'The same rules as periods, with texts for guests' },
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
  response: withExample(listAnswer(CancellationPolicyItem, Meta), {
    success: true,
    data: [
      {
        id: '67cf5b73-947e-444b-a5d3-5cf58c0a0fe4',
        hotel_id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
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
