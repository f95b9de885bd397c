import { type Static, Type } from 'typebox';
import { listAnswer, Meta, withExample } from '../http/wire.ts';

const PenaltySchema = Type.Object({
  type: Type.Enum(['NIGHTS', 'PERCENT'], {
    type: 'string',
    description: 'The first nights with their tax and charge, or a percentage of the total',
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
        description: 'The rule applies when fewer hours remain until check-in',
      }),
      penalty: PenaltySchema,
    }),
    { description: 'From the earliest to the latest; before the first of them cancelling is free' },
  ),
  no_show_penalty: PenaltySchema,
});
export type CancellationPolicyItem = Static<typeof CancellationPolicyItem>;

export const listCancellationPoliciesSchema = {
  operationId: 'listCancellationPolicies',
  tags: ['Catalogue'],
  summary: 'List cancellation policies',
  description:
    'Cancellation rules and penalty timelines of your hotels. Hours count back from the check-in time of the hotel in Baghdad.',
  querystring: Type.Object({}),
  response: withExample(listAnswer(CancellationPolicyItem, Meta), {
    success: true,
    data: [
      {
        id: '9e2f2a55-3d0c-45c3-9f39-6f9a1c2b3d44',
        hotel_id: '4f1c1f6e-6a1d-4d8a-9a53-0c7c2b0a5f11',
        hotel_public_id: 'HTL-2026-0001',
        name_en: 'Flexible',
        name_ar: 'مرنة',
        rules: [{ hours_before_check_in: 24, penalty: { type: 'NIGHTS', value: 1 } }],
        no_show_penalty: { type: 'PERCENT', value: 100 },
      },
    ],
    meta: { count: 1 },
  }),
};
